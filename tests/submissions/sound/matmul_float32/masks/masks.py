import numpy as np

NEG = np.float32("-inf")


def causal_mask(T):
    m = np.zeros((T, T), dtype=np.float32)
    m[np.triu_indices(T, k=1)] = NEG
    return m


def padding_mask(lengths, T):
    m = np.zeros((lengths.shape[0], 1, T), dtype=np.float32)
    for row, n in zip(m, lengths):
        row[0, n:] = NEG
    return m


def combine_masks(*masks):
    return np.minimum.reduce(np.broadcast_arrays(*[m.astype(np.float32) for m in masks]))


def apply_mask(S, M):
    return S.astype(np.float32) + M.astype(np.float32)
