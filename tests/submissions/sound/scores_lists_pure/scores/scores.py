import math

import numpy


def dots(q, k):
    if isinstance(q[0][0], list):
        return [dots(a, b) for a, b in zip(q, k)]
    return [[math.fsum(x * y for x, y in zip(a, b)) for b in k] for a in q]


def raw_scores(Q, K):
    if 0 in Q.shape:
        return numpy.zeros(Q.shape[:-1] + K.shape[-2:-1])
    return dots(Q.tolist(), K.tolist())


def scaled_scores(Q, K):
    def shrink(x, by):
        return [shrink(y, by) for y in x] if isinstance(x, list) else x / by

    if 0 in Q.shape:
        return raw_scores(Q, K)
    return shrink(raw_scores(Q, K), math.sqrt(Q.shape[-1]))
