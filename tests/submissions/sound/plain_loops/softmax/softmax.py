import math

import numpy as np


def one_row(scores):
    top = max(scores)
    if top == -math.inf:
        return [0.0] * len(scores)
    e = [math.exp(s - top) for s in scores]
    total = sum(e)
    return [x / total for x in e]


def softmax_last(S):
    out = np.zeros(S.shape)
    for place in np.ndindex(*S.shape[:-1]):
        row = one_row([float(s) for s in S[place]])
        for j in range(len(row)):
            out[place][j] = row[j]
    return out


def attention_weights(S, M):
    shape = np.broadcast_shapes(S.shape, M.shape)
    s, m = np.broadcast_to(S, shape), np.broadcast_to(M, shape)
    out = np.zeros(shape)
    for place in np.ndindex(*shape[:-1]):
        row = one_row([float(a) + float(b) for a, b in zip(s[place], m[place])])
        for j in range(len(row)):
            out[place + (j,)] = row[j]
    return out
