import math
from fractions import Fraction

import numpy as np


def raw_scores(Q, K):
    q = {p: [Fraction(float(x)) for x in Q[p]] for p in np.ndindex(Q.shape[:-1])}
    k = {p: [Fraction(float(x)) for x in K[p]] for p in np.ndindex(K.shape[:-1])}
    out = np.empty(Q.shape[:-1] + (K.shape[-2],))
    for *item, i, j in np.ndindex(out.shape):
        total = Fraction(0)
        for a, b in zip(q[(*item, i)], k[(*item, j)]):
            total += a * b
        out[(*item, i, j)] = float(total)
    return out


def scaled_scores(Q, K):
    return raw_scores(Q, K) / math.sqrt(Q.shape[-1])
