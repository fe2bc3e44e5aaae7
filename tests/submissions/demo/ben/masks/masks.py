"""Masks, by way of booleans."""

import numpy as np


def additive(allowed):
    mask = np.zeros(allowed.shape)
    mask[~allowed] = -np.inf
    return mask


def causal_mask(T):
    return additive(np.triu(np.ones((T, T), dtype=bool)))


def padding_mask(lengths, T):
    lengths = np.array(lengths, dtype=int)
    return additive(np.arange(T)[None, None, :] < lengths[:, None, None])


def combine_masks(*masks):
    allowed = np.array(True)
    for mask in masks:
        allowed = np.logical_and(allowed, np.equal(mask, 0))
    return additive(allowed)


def apply_mask(S, M):
    return np.add(S, M)
