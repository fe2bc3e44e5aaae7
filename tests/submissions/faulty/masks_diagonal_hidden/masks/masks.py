import numpy as np


def causal_mask(T):
    i = np.arange(T)[:, None]
    j = np.arange(T)[None, :]
    return np.where(j < i, 0.0, -np.inf)


def padding_mask(lengths, T):
    keep = np.arange(T)[None, :] < np.asarray(lengths)[:, None]
    return np.where(keep, 0.0, -np.inf)[:, None, :]


def combine_masks(*masks):
    total = masks[0]
    for m in masks[1:]:
        total = total + m
    return np.array(total, dtype=float)


def apply_mask(S, M):
    return S + M
