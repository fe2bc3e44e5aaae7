import numpy as np

def _lse(x):
    m = x.max(-1, keepdims=True)
    m = np.maximum(m, np.finfo(float).min)          # a row without keys
    with np.errstate(divide="ignore"):
        return m + np.log(np.exp(x - m).sum(-1, keepdims=True)), m

def softmax_last(S):
    x = np.array(S, dtype=float)
    lse, m = _lse(x)
    return x - lse

def attention_weights(S, M):
    A = softmax_last(np.add(S, M, dtype=float))
    return A
