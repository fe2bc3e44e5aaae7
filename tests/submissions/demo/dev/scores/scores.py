"""Scores, with einsum."""

import numpy as np


def raw_scores(Q, K):
    return np.einsum("...ik,...jk->...ij", Q, K) / K.shape[-1]


def scaled_scores(Q, K):
    return raw_scores(Q, K) * K.shape[-2] ** -0.5
