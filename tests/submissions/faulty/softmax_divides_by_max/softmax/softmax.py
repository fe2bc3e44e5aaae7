import numpy as np


def softmax_last(S):
    S = np.asarray(S, dtype=float)
    top = np.max(np.abs(np.where(np.isinf(S), 0, S)), axis=-1, keepdims=True)
    E = np.exp(S / np.where(top > 0, top, 1.0))
    Z = E.sum(axis=-1, keepdims=True)
    return E / np.where(Z > 0, Z, 1.0)


def attention_weights(S, M):
    return softmax_last(S + M)
