import numpy as np


def raw_scores(Q, K):
    return np.einsum("...id,...jd->...ij", Q, K)


def scaled_scores(Q, K):
    return np.einsum("...id,...jd,->...ij", Q, K, Q.shape[-1] ** -0.5)
