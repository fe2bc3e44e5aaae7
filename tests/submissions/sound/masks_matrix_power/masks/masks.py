import numpy as np


def _hide(count):
    return np.where(count > 0, -np.inf, 0)


def causal_mask(T):
    return _hide(np.cumsum(np.eye(T), axis=1) - np.eye(T))


def padding_mask(lengths, T):
    n = np.asarray(lengths)
    starts = np.zeros((n.size, T + 1))
    starts[np.arange(n.size), n] = 1
    return _hide(np.cumsum(starts, axis=1)[:, None, :T])


def combine_masks(*masks):
    stacked = np.broadcast_arrays(*masks)
    return _hide(np.count_nonzero(stacked, axis=0))


def apply_mask(S, M):
    return np.sum(np.broadcast_arrays(S, M), axis=0)
