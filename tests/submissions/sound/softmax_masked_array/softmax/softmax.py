import numpy as np
import numpy.ma as ma


def softmax_last(S):
    Z = ma.masked_where(np.isneginf(S), S)
    top = ma.getdata(Z.max(axis=-1, keepdims=True).filled(0))
    E = ma.masked_array(np.exp(ma.filled(Z.astype(float), -np.inf) - top), mask=ma.getmaskarray(Z)).filled(0)
    n = E.sum(axis=-1, keepdims=True)
    return E / np.where(n > 0, n, 1)


def attention_weights(S, M):
    return softmax_last(S + M)
