"""Weighted values and the output projection."""

import numpy as np


def contributions(A, V):
    return A[..., :, :, None] * V[..., :, None, :]


def weighted_values(A, V):
    return contributions(A, V).sum(axis=-2)


def output_projection(H, W_O):
    return H @ W_O


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0.0))
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total > 0, total, 1.0)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(Q.shape[-1])
    A = softmax(S + M)
    return output_projection(weighted_values(A, V), W_O)
