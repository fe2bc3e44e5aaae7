"""Returns an array with a huge axis and an empty one."""

import numpy as np


def raw_scores(Q, K):
    return np.empty((0, 2**40))
