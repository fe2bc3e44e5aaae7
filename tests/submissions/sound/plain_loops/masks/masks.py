import math

import numpy as np


def causal_mask(T):
    rows = []
    for i in range(T):
        row = []
        for j in range(T):
            if j <= i:
                row.append(0.0)
            else:
                row.append(-math.inf)
        rows.append(row)
    return rows


def padding_mask(lengths, T):
    out = np.zeros((len(lengths), 1, T))
    for b in range(len(lengths)):
        for j in range(T):
            if j >= lengths[b]:
                out[b, 0, j] = -math.inf
    return out


def combine_masks(*masks):
    shape = np.broadcast_shapes(*[m.shape for m in masks])
    out = np.zeros(shape)
    big = [np.broadcast_to(m, shape) for m in masks]
    for place in np.ndindex(*shape):
        for m in big:
            if m[place] < 0:
                out[place] = -math.inf
                break
    return out


def apply_mask(S, M):
    shape = np.broadcast_shapes(S.shape, M.shape)
    s, m = np.broadcast_to(S, shape), np.broadcast_to(M, shape)
    out = np.empty(shape)
    for place in np.ndindex(*shape):
        out[place] = float(s[place]) + float(m[place])
    return out
