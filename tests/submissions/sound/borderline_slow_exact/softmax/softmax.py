from decimal import Decimal, localcontext

import numpy as np


def softmax_last(S):
    A = np.zeros(S.shape)
    with localcontext() as c:
        c.prec = 20
        for p in np.ndindex(S.shape[:-1]):
            row = [Decimal(float(x)) for x in S[p]]
            seen = [x for x in row if x.is_finite()]
            if not seen:
                continue
            top = max(seen)
            e = [max(x - top, Decimal(-2000)).exp() if x.is_finite() else Decimal(0) for x in row]
            n = sum(e)
            A[p] = [float(x / n) for x in e]
    return A


def attention_weights(S, M):
    return softmax_last(S + M)
