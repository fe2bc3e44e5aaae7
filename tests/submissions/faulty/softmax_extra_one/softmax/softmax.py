import numpy as np


def _exp_shifted(flat):
    """flat: (rows, keys)"""
    peak = flat.max(axis=1)
    peak[peak == -np.inf] = 0
    return np.exp(flat - peak[:, None])


def softmax_last(S):
    shape = S.shape
    flat = np.array(S, dtype=float).reshape(int(np.prod(shape[:-1])), shape[-1])
    E = _exp_shifted(flat)
    sums = 1 + E.sum(axis=1)
    A = (E.T / sums).T
    return A.reshape(shape)


def attention_weights(S, M):
    S, M = np.broadcast_arrays(S, M)
    return softmax_last(S + M)
