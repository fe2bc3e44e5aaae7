"""Changes an array after it was returned."""

import numpy as np

KEPT = []


def raw_scores(Q, K):
    for array in KEPT:
        array[...] = 0
    KEPT.append(np.ones((*Q.shape[:-1], K.shape[-2])))
    return KEPT[-1]
