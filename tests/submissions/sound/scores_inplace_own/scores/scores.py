import numpy as np


def raw_scores(Q, K):
    Q = Q.astype(np.float64, copy=True)
    K = K.astype(np.float64, copy=True)
    out = np.empty((*Q.shape[:-1], K.shape[-2]))
    np.matmul(Q, np.swapaxes(K, -2, -1), out=out)
    return out


def scaled_scores(Q, K):
    S = raw_scores(Q, K)
    S /= np.sqrt(K.shape[-1])
    return S
