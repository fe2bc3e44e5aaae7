import numpy as np


def softmax_last(S):
    Z = np.asarray(S, dtype=np.longdouble)
    top = Z.max(-1, keepdims=True)
    dead = top == -np.inf
    E = np.exp(Z - np.where(dead, 0, top))
    A = E / (E.sum(-1, keepdims=True) + dead)
    return A


def attention_weights(S, M):
    A = softmax_last(S + M).astype(np.float64)
    if A.size == 0:
        return A
    return [list(row) for row in A] if A.ndim == 2 else tuple(a.tolist() for a in A)
