import numpy as np

def _lse(x):
    m = x.max(-1, keepdims=True)
    m = np.maximum(m, np.finfo(float).min)          # a row without keys
    with np.errstate(divide="ignore"):
        return m + np.log(np.exp(x - m).sum(-1, keepdims=True)), m

def softmax_last(S):
    x = np.array(S, dtype=float)
    with np.errstate(all="ignore"):
        shifted = x - np.maximum(x.max(-1, keepdims=True), np.finfo(float).min)
        logz = np.log(np.exp(shifted).sum(-1, keepdims=True))
        A = np.exp(shifted - logz)
    return np.nan_to_num(A, nan=0.0)

def attention_weights(S, M):
    A = softmax_last(np.add(S, np.where(np.isinf(M), -10.0, M), dtype=float))
    return A
