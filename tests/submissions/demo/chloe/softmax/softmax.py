"""The softmax of one row, and of all rows."""

import numpy as np


def softmax_row(row):
    weights = np.zeros(len(row))
    allowed = row > -np.inf
    if allowed.any():
        e = np.exp(row[allowed] - row[allowed].max())
        weights[allowed] = e / e.sum()
    return weights


def softmax_last(S):
    S = np.array(S, dtype=float)
    A = np.zeros(S.shape)
    for index in np.ndindex(*S.shape[:-1]):
        A[index] = softmax_row(S[index])
    return A


def attention_weights(S, M):
    A = softmax_last(S)
    return np.where(M == 0, A, 0)
