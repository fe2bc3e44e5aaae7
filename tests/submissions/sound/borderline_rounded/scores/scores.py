import numpy as np


def raw_scores(Q, K):
    return np.round(Q @ K.swapaxes(-1, -2), 6)


def scaled_scores(Q, K):
    return np.round(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), 6)
