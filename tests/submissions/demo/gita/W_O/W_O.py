"""Values and output, with einsum."""

import numpy as np


def contributions(A, V):
    return np.einsum("...ij,...jv->...ijv", A, V)


def weighted_values(A, V):
    return np.sum(contributions(A, V), axis=-2)


def output_projection(H, W_O):
    return np.einsum("...v,vm->...m", H, W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.einsum("ik,jk->ij", Q, K) / np.sqrt(K.shape[1])
    masked = S.astype(float) + M
    top = np.maximum(masked.max(axis=1, keepdims=True), -1e300)
    E = np.exp(masked - top)
    A = E / np.maximum(E.sum(axis=1, keepdims=True), 1e-300)
    H = weighted_values(A, V)
    return output_projection(H, W_O)
