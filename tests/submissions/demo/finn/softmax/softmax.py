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
    M = np.broadcast_to(M, S.shape)
    masked = np.where(M == 0, S, -np.inf).reshape(-1, S.shape[-1])
    A = np.zeros(masked.shape)
    row = 0
    while row < len(masked):
        A[row] = softmax_row(masked[row])
    return A.reshape(S.shape)
