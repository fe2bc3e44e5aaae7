import numpy as np

def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)


def scaled_scores(Q, K):
    Q /= np.sqrt(Q.shape[-1])
    return raw_scores(Q, K)
