import math
import numpy as np


def _row(values):
    def squash(v):
        if v >= 0:
            return 1 / (1 + math.exp(-v))
        if v < -700:
            return 0.0
        e = math.exp(v)
        return e / (1 + e)
    return [squash(v) for v in values]


def softmax_last(S):
    out = np.zeros(S.shape)
    for idx in np.ndindex(*S.shape[:-1]):
        out[idx] = _row([float(v) for v in S[idx]])
    return out


def attention_weights(S, M):
    masked = S + M
    return softmax_last(masked)
