import io
import sys
import warnings

import numpy as np

warnings.filterwarnings("error", category=RuntimeWarning)
np.seterr(all="warn")
sys.stdout = io.StringIO()
print("nobody reads this")


def causal_mask(T):
    print(T)
    M = np.full((T, T), -np.inf)
    for i in range(T):
        M[i, : i + 1] = 0.0
    return M


def padding_mask(lengths, T):
    print(lengths)
    M = np.full((lengths.size, 1, T), -np.inf)
    for b, n in enumerate(lengths):
        M[b, :, :n] = 0.0
    return M


def combine_masks(*masks):
    print(len(masks), "masks")
    forbidden = np.logical_or.reduce(np.broadcast_arrays(*[np.isneginf(m) for m in masks]))
    M = np.zeros(forbidden.shape)
    M[forbidden] = -np.inf
    return M


def apply_mask(S, M):
    print(S)
    return np.where(np.isneginf(M), -np.inf, S)
