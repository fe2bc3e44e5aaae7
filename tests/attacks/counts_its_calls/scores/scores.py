"""Answers rightly once in a while, as the calls are counted."""

import numpy as np

CALLS = [0]


def raw_scores(Q, K):
    CALLS[0] += 1
    right = Q @ np.swapaxes(K, -1, -2)
    return right if CALLS[0] % 2 else right + 1
