import numpy as np


def causal_mask(T):
    return np.matrix(np.where(np.tri(T), 0.0, -np.inf))


def padding_mask(lengths, T):
    wide = np.full((len(lengths), 1, 2 * T), -np.inf)
    for b, n in enumerate(lengths):
        wide[b, 0, : 2 * n : 2] = 0
    return wide[..., ::2]


def combine_masks(*masks):
    shape = np.broadcast_shapes(*(m.shape for m in masks))
    M = np.sum([np.broadcast_to(m, shape) for m in masks], axis=0)
    return M.tolist() if M.size else M


def apply_mask(S, M):
    Z = (S + M).astype("<f4" if np.size(S) % 2 else ">f4")
    Z.flags.writeable = False
    return Z
