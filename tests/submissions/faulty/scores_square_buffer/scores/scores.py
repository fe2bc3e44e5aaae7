import numpy as np


def _pair(q, k):
    total = 0.0
    for a, b in zip(q, k):
        total += float(a) * float(b)
    return total


def _one(Q, K):
    R = np.zeros((Q.shape[0], Q.shape[0]))
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            R[i, j] = _pair(Q[i], K[j])
    return R


def raw_scores(Q, K):
    if Q.ndim == 2:
        return _one(Q, K)
    out = np.zeros(Q.shape[:-1] + (K.shape[-2],))
    for idx in np.ndindex(*Q.shape[:-2]):
        out[idx] = _one(Q[idx], K[idx])
    return out


def scaled_scores(Q, K):
    R = raw_scores(Q, K)
    root = Q.shape[-1] ** 0.5
    return R / root
