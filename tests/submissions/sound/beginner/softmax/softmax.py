import numpy as np


def softmax_last(S):
    S = np.array(S, dtype=float)
    if S.ndim > 1:
        if len(S) == 0:
            return S
        parts = []
        for part in S:
            parts.append(softmax_last(part))
        return np.array(parts).reshape(S.shape)
    biggest = S[0]
    for s in S:
        if s > biggest:
            biggest = s
    if biggest == -np.inf:
        return np.zeros(len(S))
    exponentials = np.exp(S - biggest)
    return exponentials / exponentials.sum()


def attention_weights(S, M):
    masked = S + M
    return softmax_last(masked)
