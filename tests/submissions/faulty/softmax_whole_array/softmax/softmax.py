import math
import numpy as np


def _row(values):
    finite = [v for v in values if v != -math.inf]
    if not finite:
        return [0.0 for _ in values]
    biggest = max(finite)
    exps = [0.0 if v == -math.inf else math.exp(v - biggest) for v in values]
    total = sum(exps)
    return [e / total for e in exps]


def softmax_last(S):
    return np.array(_row([float(v) for v in S.ravel()])).reshape(S.shape)


def attention_weights(S, M):
    masked = S + M
    return softmax_last(masked)
