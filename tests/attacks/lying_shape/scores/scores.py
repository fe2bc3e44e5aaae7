"""Hands in an array that says it has another shape."""

import numpy as np


class Liar(np.ndarray):
    shape = (2, 3)
    ndim = 2
    size = 6
    dtype = np.dtype(float)


def raw_scores(Q, K):
    return np.zeros((2, 2)).view(Liar)


def scaled_scores(Q, K):
    return np.zeros((2, 2)).view(Liar)
