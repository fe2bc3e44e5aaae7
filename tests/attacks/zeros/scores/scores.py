"""Hands in zeros everywhere, so that what follows is right by itself."""

import numpy as np


def raw_scores(Q, K):
    return np.zeros((*Q.shape[:-1], K.shape[-2]))


def scaled_scores(Q, K):
    return np.zeros((*Q.shape[:-1], K.shape[-2]))
