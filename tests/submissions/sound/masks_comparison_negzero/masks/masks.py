import numpy as np


def causal_mask(T):
    return -np.where(np.triu(np.ones((T, T)), 1) > 0, np.inf, 0.0)


def padding_mask(lengths, T):
    return -np.where(np.arange(T)[None, None, :] < lengths[:, None, None], 0.0, np.inf)


def combine_masks(*masks):
    big = np.zeros(np.broadcast_shapes(*(m.shape for m in masks)))
    for m in masks:
        big = np.maximum(big, -m)
    return -big


def apply_mask(S, M):
    return S - (-M)
