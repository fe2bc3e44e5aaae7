import numpy as np


def softmax_last(S):
    S = np.asarray(S, dtype=float)
    top = np.max(S) if S.size else np.zeros(1)
    top = np.where(np.isneginf(top), 0.0, top)
    E = np.exp(S - top)
    Z = np.sum(E, axis=-1, keepdims=True)
    return np.divide(E, Z, out=np.zeros_like(E), where=Z > 0)


def attention_weights(S, M):
    return softmax_last(S + M)
