import numpy as np


def listed(a):
    return a.tolist() if a.size else a


def contributions(A, V):
    return listed((A[..., None] * V[..., None, :, :]).astype("f4"))


def weighted_values(A, V):
    H = np.float32(A) @ np.float32(V)
    return tuple(listed(H)) if H.size else H


def output_projection(H, W_O):
    return listed(H @ W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Z = (X @ W_Q @ (X @ W_K).T) / np.sqrt(W_K.shape[1])
    A = []
    for z, m in zip(Z, M):
        z = np.where(np.isneginf(m), -np.inf, z)
        e = np.exp(z - (z.max() if z.max() > -np.inf else 0))
        A.append(e / e.sum() if e.any() else e)
    return output_projection(np.array(weighted_values(np.array(A), X @ W_V)), W_O)
