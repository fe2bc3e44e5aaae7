import numpy as np


def causal_mask(T):
    if T < 1:
        raise ValueError("no token")
    return np.where(np.tri(T) == 1, 0.0, -np.inf)


def padding_mask(lengths, T):
    if not isinstance(lengths, np.ndarray) or lengths.dtype not in (np.int32, np.int64) or lengths.ndim != 1:
        raise TypeError("lengths must be a vector of integers")
    if T < 1 or (lengths < 0).any() or (lengths > T).any():
        raise ValueError("lengths must lie between 0 and T")
    return np.where(np.arange(T)[None, :] < lengths[:, None], 0.0, -np.inf)[:, None]


def combine_masks(*masks):
    if not masks:
        raise TypeError("at least one mask")
    for m in masks:
        if not ((m == 0) | np.isneginf(m)).all():
            raise ValueError("a mask holds 0 and -inf only")
    return sum(masks[1:], start=masks[0])


def apply_mask(S, M):
    if S.ndim < 2 or np.isnan(S).any():
        raise ValueError("scores need two axes at least")
    return S + M
