import numpy as np


def softmax_last(S):
    bad = np.isneginf(S)
    top = np.where(bad, -1e308, S).max(-1, keepdims=True)
    E = np.where(bad, 0, np.exp(np.where(bad, 0, S - top)))
    A = E / np.where(bad.all(-1, keepdims=True), 1, E.sum(-1, keepdims=True))
    return np.ma.masked_array(A, mask=bad)


def attention_weights(S, M):
    return softmax_last(S + M)
