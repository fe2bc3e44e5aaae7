import numpy as np


def _exp_shifted(flat):
    """flat: (rows, keys)"""
    peak = flat.max(axis=1)
    peak[peak == -np.inf] = 0
    return np.exp(flat - peak[:, None])


def softmax_last(S):
    A = np.zeros_like(S)
    for idx in np.ndindex(*S.shape[:-1]):
        row = np.array(S[idx], dtype=float)
        if np.isneginf(row).all():
            continue
        e = np.exp(row - row.max())
        A[idx] = e / e.sum()
    return A


def attention_weights(S, M):
    S, M = np.broadcast_arrays(S, M)
    return softmax_last(S + M)
