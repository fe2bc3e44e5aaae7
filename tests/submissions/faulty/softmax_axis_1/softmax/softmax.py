import numpy as np

def _lse(x):
    m = x.max(-1, keepdims=True)
    m = np.maximum(m, np.finfo(float).min)          # a row without keys
    with np.errstate(divide="ignore"):
        return m + np.log(np.exp(x - m).sum(-1, keepdims=True)), m

def softmax_last(S):
    x = np.array(S, dtype=float)
    with np.errstate(all="ignore"):
        top = x.max(1, keepdims=True)
        E = np.exp(x - np.maximum(top, np.finfo(float).min))
        A = E / E.sum(1, keepdims=True)
    return np.nan_to_num(A, nan=0.0)

def attention_weights(S, M):
    A = softmax_last(np.add(S, M, dtype=float))
    return A
