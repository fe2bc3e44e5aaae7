import numpy as np


def causal_mask(T):
    i, j = np.ogrid[:T, :T]
    return np.where(j > i, -np.inf, 0.0)


def padding_mask(lengths, T):
    return np.where(np.arange(T) < lengths[:, None, None], 0.0, -np.inf)


def combine_masks(*masks):
    allowed = True
    for m in masks:
        allowed = allowed & (m == 0)
    return np.where(allowed, 0.0, -np.inf)


def apply_mask(S, M):
    return S + M
