import numpy as np


def raw_scores(Q, K):
    lead = Q.shape[:-2]
    R = np.zeros(lead + (Q.shape[-2], K.shape[-2]), dtype=np.result_type(Q, K))
    for item in np.ndindex(lead):
        R[item] = np.tensordot(Q[item], K[item], axes=(1, 1))
    return R


def scaled_scores(Q, K):
    return raw_scores(Q, K) * (1.0 / Q.shape[-1] ** 0.5)
