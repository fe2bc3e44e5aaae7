import numpy as np


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)


def scaled_scores(Q, K):
    R = raw_scores(Q, K)
    R /= np.sqrt(Q.shape[-1])
    return R
