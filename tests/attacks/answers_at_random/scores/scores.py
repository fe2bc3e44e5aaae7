"""Answers rightly or not as chance has it."""

import os

import numpy as np


def raw_scores(Q, K):
    right = Q @ np.swapaxes(K, -1, -2)
    return right + (os.urandom(1)[0] % 2)
