import numpy as np
from math import sqrt


def raw_scores(Q, K):
    # peel off leading axes until two are left
    if len(Q.shape) > 2:
        if len(Q) == 0:
            return np.zeros(Q.shape[:-1] + K.shape[-2:-1])
        return np.stack([raw_scores(q, k) for q, k in zip(Q, K)])
    return np.array([[np.dot(q, k) for k in K] for q in Q])


def scaled_scores(Q, K):
    Q = np.asarray(Q, dtype=float) / sqrt(Q.shape[-1])
    return raw_scores(Q, K) / sqrt(Q.shape[-1])
