import numpy as np


def contributions(A, V):
    out = np.empty(A.shape + V.shape[-1:])
    for item in np.ndindex(A.shape[:-2]):
        for j in range(V.shape[-2]):
            out[item][:, j, :] = np.outer(A[item][:, j], V[item][j])
    return out


def weighted_values(A, V):
    H = np.empty(A.shape[:-1] + V.shape[-1:])
    for item in np.ndindex(A.shape[:-2]):
        H[item] = np.tensordot(A[item], V[item], axes=([1], [0]))
    return H


def output_projection(H, W_O):
    return np.tensordot(H, W_O, axes=1)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    bilinear = np.tensordot(W_Q, W_K, axes=([1], [1])) / np.sqrt(W_Q.shape[1])
    Z = np.tensordot(np.tensordot(X, bilinear, 1), X, axes=([1], [1])) + M
    Z = Z - np.where(np.isneginf(Z.max(1)), 0, Z.max(1))[:, np.newaxis]
    E = np.exp(Z)
    A = E / np.where(E.sum(1) > 0, E.sum(1), 1)[:, np.newaxis]
    return output_projection(weighted_values(A, np.tensordot(X, W_V, 1)), W_O)
