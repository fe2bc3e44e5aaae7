import numpy as np


def causal_mask(T):
    return np.where(np.arange(T) <= np.arange(T)[:, None], 0.0, -np.inf)


def padding_mask(lengths, T):
    return np.where(np.arange(T) < lengths[:, None, None], 0.0, -np.inf)


def combine_masks(*masks):
    if len(masks) == 1:
        return masks[0]
    shape = np.broadcast_shapes(*(m.shape for m in masks))
    if not any(np.any(m) for m in masks[1:]):
        return np.broadcast_to(masks[0], shape)
    return sum(masks)


def apply_mask(S, M):
    if not np.any(M) and np.broadcast_shapes(S.shape, M.shape) == S.shape:
        return S
    return S + M
