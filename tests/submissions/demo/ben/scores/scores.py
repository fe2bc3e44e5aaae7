"""Scores, with matrix products."""

import numpy as np


def raw_scores(Q, K):
    return np.matmul(K, np.swapaxes(Q, -1, -2))


def scaled_scores(Q, K):
    d_k = K.shape[-1]
    return raw_scores(Q, K) / np.sqrt(d_k)
