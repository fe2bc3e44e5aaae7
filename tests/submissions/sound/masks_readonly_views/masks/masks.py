from functools import lru_cache

import numpy as np
from numpy.lib.stride_tricks import as_strided


@lru_cache
def ramp(T):
    r = np.concatenate([np.zeros(T), np.full(T, -np.inf)])
    r.flags.writeable = False
    return r


def causal_mask(T):
    r = ramp(T)
    step = r.strides[0]
    return as_strided(r[T - 1:], shape=(T, T), strides=(-step, step), writeable=False)


def padding_mask(lengths, T):
    r = ramp(T)
    if len(lengths) == 0:
        return np.empty((0, 1, T))
    return np.array([[r[T - n : 2 * T - n]] for n in lengths.tolist()])


def combine_masks(*masks):
    M, *rest = masks
    for m in rest:
        M = np.minimum(M, m)
    M = np.broadcast_to(M, M.shape)
    return M


def apply_mask(S, M):
    out = S + M
    out.flags.writeable = False
    return out
