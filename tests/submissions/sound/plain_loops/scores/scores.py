import math

import numpy as np


def raw_scores(Q, K):
    out = np.zeros(Q.shape[:-1] + (K.shape[-2],))
    for lead in np.ndindex(*Q.shape[:-2]):
        for i in range(Q.shape[-2]):
            for j in range(K.shape[-2]):
                total = 0.0
                for c in range(Q.shape[-1]):
                    total += float(Q[lead][i, c]) * float(K[lead][j, c])
                out[lead][i, j] = total
    return out


def scaled_scores(Q, K):
    out = raw_scores(Q, K)
    root = math.sqrt(Q.shape[-1])
    for place in np.ndindex(*out.shape):
        out[place] = out[place] / root
    return out
