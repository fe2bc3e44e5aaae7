"""Hands in booleans for numbers."""

import numpy as np


def raw_scores(Q, K):
    return np.ones((*Q.shape[:-1], K.shape[-2]), dtype=bool)


def scaled_scores(Q, K):
    return np.ones((*Q.shape[:-1], K.shape[-2]), dtype=bool)
