import numpy as np


def _pair(q, k):
    total = 0.0
    for a, b in zip(q, k):
        total += float(a) * float(b)
    return total


def _one(Q, K):
    R = np.zeros((Q.shape[0], K.shape[0]))
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            R[i, j] = _pair(Q[i], K[j])
    return R


def raw_scores(Q, K):
    return np.squeeze(np.matmul(Q, K.swapaxes(-1, -2)))


def scaled_scores(Q, K):
    R = raw_scores(Q, K)
    root = Q.shape[-1] ** 0.5
    return R / root
