"""Hands in numbers so large that differences overflow."""

import numpy as np


def raw_scores(Q, K):
    return np.full((*Q.shape[:-1], K.shape[-2]), 1.7e308)


def scaled_scores(Q, K):
    return np.full((*Q.shape[:-1], K.shape[-2]), 1.7e308)
