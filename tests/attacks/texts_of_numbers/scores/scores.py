"""Hands in numbers as text."""

import numpy as np


def raw_scores(Q, K):
    return (Q @ np.swapaxes(K, -1, -2)).astype(str)


def scaled_scores(Q, K):
    return (Q @ np.swapaxes(K, -1, -2)).astype(str)
