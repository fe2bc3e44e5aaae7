"""Hands in an array that lies in a mapped file."""

import mmap

import numpy as np

AREA = mmap.mmap(-1, 1 << 16)


def raw_scores(Q, K):
    return np.frombuffer(AREA, dtype=float)[:6].reshape(2, 3)
