"""Additive masks."""

import numpy as np


def causal_mask(T):
    query = np.arange(T)[:, None]
    key = np.arange(T)[None, :]
    return np.where(key <= query, 0.0, -np.inf)


def padding_mask(lengths, T):
    lengths = np.asarray(lengths).reshape(-1, 1, 1)
    return np.where(np.arange(T) < lengths, 0.0, -np.inf)


def combine_masks(*masks):
    total = 0.0
    for mask in masks:
        total = total + mask
    return total


def apply_mask(S, M):
    return S + M
