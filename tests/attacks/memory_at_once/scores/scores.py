"""Asks for a terabyte at once."""

import numpy as np


def raw_scores(Q, K):
    return np.ones(2**37)
