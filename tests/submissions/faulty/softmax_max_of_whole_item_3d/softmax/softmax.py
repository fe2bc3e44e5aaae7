
import numpy as np
def softmax_last(S):
    S = np.asarray(S, float)
    m = S.max(-1, keepdims=True)
    m = np.where(np.isneginf(m), 0, m)
    E = np.exp(S - m)
    Z = E.sum(-1, keepdims=True)
    return E / np.where(Z == 0, 1, Z)
def attention_weights(S, M):
    Z = S + M
    if Z.ndim == 3 and Z.size:
        t = Z.max(); E = np.exp(Z - (0 if np.isneginf(t) else t)); s = E.sum(-1, keepdims=True)
        return E / np.where(s == 0, 1, s)
    return softmax_last(Z)
