import numpy as np


def _exp_shifted(flat):
    """flat: (rows, keys)"""
    peak = flat.max(axis=1)
    peak[peak == -np.inf] = 0
    return np.exp(flat - peak[:, None])


def softmax_last(S):
    top = S.max(axis=-1, keepdims=True)
    if S.dtype.kind == "f":
        top[np.isneginf(top)] = 0
    S -= top
    E = np.exp(S.astype(float))
    Z = E.sum(axis=-1, keepdims=True)
    Z[Z == 0] = 1
    return E / Z


def attention_weights(S, M):
    S, M = np.broadcast_arrays(S, M)
    return softmax_last(S + M)
