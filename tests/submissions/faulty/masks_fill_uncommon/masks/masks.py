import numpy as np

def causal_mask(T):
    return np.where(np.arange(T)[None, :] <= np.arange(T)[:, None], 0.0, -np.inf)


def padding_mask(lengths, T):
    lengths = np.asarray(lengths)
    return np.where(np.arange(T)[None, None, :] < lengths[:, None, None], 0.0, -np.inf)


def combine_masks(*masks):
    out = masks[0]
    for m in masks[1:]:
        out = out + m
    return out + 0.0


def apply_mask(S, M):
    return np.where(M == 0, S, -1e38)
