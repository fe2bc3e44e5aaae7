"""Stage head, what is right."""

import numpy as np


def S(Q, K):
    return divided(Q @ K.T, Q)


def divided(S, Q):
    return S / np.sqrt(Q.shape[-1])


def A(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def H(A, V):
    return A @ V


def head(Q, K, V, pair, soften, weigh):
    return weigh(soften(pair(Q, K)), V)
