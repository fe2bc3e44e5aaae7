import numpy as np


def contributions(A, V):
    out = np.empty(V.shape[-1:] + A.shape)
    for c in range(V.shape[-1]):
        out[c] = A * V[..., c][..., None, :]
    return np.moveaxis(out, 0, -1)


def weighted_values(A, V):
    if A.ndim == 2:
        return np.asmatrix(A) * np.asmatrix(V)
    H = A @ V
    H.setflags(write=False)
    return H


def output_projection(H, W_O):
    return (W_O.T @ H.swapaxes(-1, -2)).swapaxes(-1, -2)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    X, W_Q, W_K, W_V, W_O, M = map(np.asmatrix, (X, W_Q, W_K, W_V, W_O, M))
    Z = (X * W_Q) * (X * W_K).T / np.sqrt(W_Q.shape[1]) + M
    top = Z.max(axis=1)
    top[np.isneginf(top)] = 0
    E = np.exp(Z - top)
    n = E.sum(axis=1)
    n[n == 0] = 1
    return (E / n) * (X * W_V) * W_O
