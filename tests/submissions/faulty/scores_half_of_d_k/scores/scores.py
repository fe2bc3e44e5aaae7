import numpy as np

def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)


def scaled_scores(Q, K):
    return raw_scores(Q, K) / (Q.shape[-1] ** 1 / 2)
