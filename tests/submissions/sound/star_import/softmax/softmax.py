from numpy import *


def softmax_last(S):
    biggest = max(S, axis=-1, keepdims=True)
    nothing = isneginf(biggest)
    e = exp(S - where(nothing, 0, biggest))
    return where(nothing, 0, e / where(nothing, 1, sum(e, axis=-1, keepdims=True)))


def attention_weights(S, M):
    S, M = broadcast_arrays(S, M)
    scores = where(isinf(M), M, S)
    return softmax_last(scores)
