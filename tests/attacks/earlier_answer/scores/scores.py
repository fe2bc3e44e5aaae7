"""Answers each call with what the call before should have given."""

import numpy as np

BEFORE = [np.zeros((1, 1))]


def raw_scores(Q, K):
    BEFORE.append(Q @ np.swapaxes(K, -1, -2))
    return BEFORE[-2]
