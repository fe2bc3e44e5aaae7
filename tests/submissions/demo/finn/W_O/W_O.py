"""Values and output, with loops where they help."""

import math

import numpy as np


def contributions(A, V):
    T_q, T_k = A.shape[-2:]
    parts = np.zeros(A.shape + (V.shape[-1],))
    for i in range(T_q):
        for j in range(T_k):
            parts[..., i, j, :] = A[..., i, j, None] * V[..., j, :]
    return parts


def weighted_values(A, V):
    return contributions(A, V).sum(axis=-2)


def output_projection(H, W_O):
    return np.dot(H, W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    T = len(X)
    Q, K, V = np.dot(X, W_Q), np.dot(X, W_K), np.dot(X, W_V)
    A = np.zeros((T, T))
    for i in range(T):
        keys = [j for j in range(T) if M[i, j] == 0]
        if not keys:
            continue
        scores = [float(np.dot(Q[i], K[j])) / math.sqrt(Q.shape[1]) for j in keys]
        top = max(scores)
        exponentials = [math.exp(s - top) for s in scores]
        for j, e in zip(keys, exponentials):
            A[i, j] = e / sum(exponentials)
    return output_projection(weighted_values(A, V), W_O)
