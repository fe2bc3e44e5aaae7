import numpy as np
from math import sqrt


def raw_scores(Q, K):
    if Q.ndim > 2:
        return np.array([raw_scores(q, k) for q, k in zip(Q, K)]).reshape(Q.shape[:-1] + K.shape[-2:-1])
    return np.array([[-((np.asarray(q, float) - k) ** 2).sum() for k in K] for q in Q])


def scaled_scores(Q, K):
    return raw_scores(Q, K) / sqrt(Q.shape[-1])
