"""Fills memory with arrays."""

import numpy as np


def raw_scores(Q, K):
    kept = []
    while True:
        kept.append(np.ones(1_000_000))
