# -*- coding: latin-1 -*-
"""Ähnlichkeit: café, naïve, £5"""
import numpy as np

größe = np.sqrt


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)  # ähnlich


def scaled_scores(Q, K):
    return raw_scores(Q, K) / größe(Q.shape[-1])
