import numpy as np


def raw_scores(Q, K):
    return np.matrix(Q) * np.matrix(K).T


def scaled_scores(Q, K):
    return np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
