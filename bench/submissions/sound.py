import numpy as np


def pair(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[-1])


def soften(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def weigh(A, V):
    return A @ V


def head(Q, K, V):
    return weigh(soften(pair(Q, K)), V)
