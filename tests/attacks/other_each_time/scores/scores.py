"""Hands in an object that turns into another array each time."""

import numpy as np


class Changing:
    times = 0

    def __array__(self, *args, **kwargs):
        Changing.times += 1
        return np.full((2, 3), float(Changing.times))


def raw_scores(Q, K):
    return Changing()


def scaled_scores(Q, K):
    return Changing()
