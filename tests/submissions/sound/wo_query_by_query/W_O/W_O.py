import numpy as np


def contributions(A, V):
    return np.stack([A[..., c, None] * V[..., c, None, :][..., None, 0, :] for c in range(V.shape[-2])], axis=-2)


def weighted_values(A, V):
    H = 0
    for j in range(V.shape[-2]):
        H = H + A[..., j : j + 1] * V[..., j : j + 1, :]
    return H


def output_projection(H, W_O):
    return np.stack([(H * w).sum(-1) for w in W_O.T], axis=-1)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Y = np.zeros((X.shape[0], W_O.shape[1]))
    keys, values = X @ W_K, X @ W_V
    for i, x in enumerate(X):
        allowed = np.flatnonzero(M[i] == 0)
        if not allowed.size:
            continue
        s = keys[allowed] @ (x @ W_Q) / np.sqrt(keys.shape[1])
        w = np.exp(s - s.max())
        Y[i] = w @ values[allowed] / w.sum() @ W_O
    return Y
