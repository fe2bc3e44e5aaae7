import numpy as np


def softmax_last(S):
    with np.errstate(all="ignore"):
        E = np.exp(S - S.max(axis=-1, keepdims=True))
        A = E / E.sum(axis=-1, keepdims=True)
    return np.where(np.isnan(A), 0.0, A)


@np.errstate(invalid="ignore")
def attention_weights(S, M):
    Z = np.where(M == 0, S, -np.inf)
    A = softmax_last(Z)
    return np.nan_to_num(A)
