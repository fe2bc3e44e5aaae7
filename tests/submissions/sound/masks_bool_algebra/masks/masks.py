import numpy as np

INF = np.inf


def additive(allowed):
    M = np.zeros(np.shape(allowed))
    np.putmask(M, np.logical_not(allowed), -INF)
    return M


def causal_mask(T):
    before = np.zeros((T, T), dtype=bool)
    before[np.tril_indices(T, -1)] = True
    np.fill_diagonal(before, True)
    return additive(before)


def padding_mask(lengths, T):
    places = np.arange(1, T + 1)
    return additive(~(places[None, None] > np.asarray(lengths)[:, None, None]))


def combine_masks(*masks):
    allowed = np.logical_and.reduce(np.broadcast_arrays(*(np.equal(m, 0) for m in masks)))
    return additive(allowed)


def apply_mask(S, M):
    S, M = np.broadcast_arrays(S, M)
    Z = np.array(S, dtype=float)
    Z[M != 0] = -INF
    return Z
