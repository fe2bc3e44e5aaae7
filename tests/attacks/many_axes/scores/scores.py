"""Returns an array of thirty axes."""

import numpy as np


def raw_scores(Q, K):
    return np.zeros((1,) * 30)
