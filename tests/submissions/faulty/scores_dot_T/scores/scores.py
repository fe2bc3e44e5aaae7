import numpy as np


def raw_scores(Q, K):
    return Q @ K.T


def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return raw_scores(Q, K) / np.sqrt(d_k)
