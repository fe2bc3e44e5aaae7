import numpy as np


def logsumexp(S):
    top = S.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(S - top).sum(axis=-1, keepdims=True)), top


def softmax_last(S):
    S = np.asarray(S, dtype=float)
    lse, top = logsumexp(S)
    lse = np.where(np.isneginf(lse), 0, lse)
    return np.exp((S - top) - lse)


def attention_weights(S, M):
    return softmax_last(S + M)
