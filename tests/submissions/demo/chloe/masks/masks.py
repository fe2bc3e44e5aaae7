"""Masks, entry by entry."""

import numpy as np

FORBIDDEN = float("-inf")


def causal_mask(T):
    M = np.zeros((T, T))
    for i in range(T):
        M[i, i + 1 :] = FORBIDDEN
    return M


def padding_mask(lengths, T):
    M = np.zeros((len(lengths), 1, T))
    for b, length in enumerate(lengths):
        M[b, 0, int(length) :] = FORBIDDEN
    return M


def combine_masks(*masks):
    M = np.array(masks[0], dtype=float)
    for mask in masks[1:]:
        M = np.maximum(M, mask)
    return M


def apply_mask(S, M):
    S, M = np.broadcast_arrays(S, M)
    return np.where(M == 0, S, FORBIDDEN)
