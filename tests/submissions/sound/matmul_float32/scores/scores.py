import numpy as np


def raw_scores(Q, K):
    return np.matmul(Q.astype(np.float32), np.swapaxes(K, -1, -2).astype(np.float32))


def scaled_scores(Q, K):
    return raw_scores(Q, K) / np.float32(np.sqrt(Q.shape[-1]))
