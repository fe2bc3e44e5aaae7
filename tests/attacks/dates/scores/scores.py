"""Hands in dates and times."""

import numpy as np


def raw_scores(Q, K):
    return np.zeros((*Q.shape[:-1], K.shape[-2]), dtype='datetime64[s]')


def scaled_scores(Q, K):
    return np.zeros((*Q.shape[:-1], K.shape[-2]), dtype='datetime64[s]')
