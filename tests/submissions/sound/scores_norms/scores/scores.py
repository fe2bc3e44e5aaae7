import numpy as np


def raw_scores(Q, K):
    q = np.asarray(Q, float)[..., :, None, :]
    k = np.asarray(K, float)[..., None, :, :]
    return (((q + k) ** 2).sum(-1) - ((q - k) ** 2).sum(-1)) / 4


def scaled_scores(Q, K):
    d_k = np.shape(Q)[-1]
    r = np.power(float(d_k), 0.25)
    return raw_scores(Q / r, K / r)
