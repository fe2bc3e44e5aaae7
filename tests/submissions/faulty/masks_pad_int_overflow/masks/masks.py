import numpy as np


def causal_mask(T):
    i = np.arange(T)[:, None]
    j = np.arange(T)[None, :]
    return np.where(j <= i, 0.0, -np.inf)


def padding_mask(lengths, T):
    mask = np.zeros((len(lengths), 1, T), dtype=int)
    for b in range(len(lengths)):
        for j in range(lengths[b], T):
            mask[b, 0, j] = -np.inf
    return mask


def combine_masks(*masks):
    total = masks[0]
    for m in masks[1:]:
        total = total + m
    return np.array(total, dtype=float)


def apply_mask(S, M):
    return S + M
