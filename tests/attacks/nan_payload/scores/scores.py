"""Hands in NaNs that carry the numbers of something else in their bits."""

import numpy as np


def raw_scores(Q, K):
    bits = np.arange(Q[..., 0].size * K.shape[-2], dtype=np.uint64) | np.uint64(0x7FF8 << 48)
    return bits.view(np.float64).reshape((*Q.shape[:-1], K.shape[-2]))


scaled_scores = raw_scores
