"""Scores, pair by pair."""

import numpy as np


def raw_scores(Q, K):
    leading = Q.shape[:-2]
    R = np.zeros(leading + (Q.shape[-2], K.shape[-2]))
    for item in np.ndindex(*leading):
        for i in range(Q.shape[-2]):
            for j in range(K.shape[-2])
                R[item + (i, j)] = np.dot(Q[item][i], K[item][j])
    return R


def scaled_scores(Q, K):
    return raw_scores(Q, K) / Q.shape[-1] ** 0.5
