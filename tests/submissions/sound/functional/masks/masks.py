from functools import reduce

import numpy as np

ninf = float("-inf")


def causal_mask(T):
    if T == 1:
        return np.zeros((1, 1))
    smaller = causal_mask(T - 1)
    return np.block([[smaller, np.full((T - 1, 1), ninf)], [np.zeros((1, T))]])


def padding_mask(lengths, T):
    rows = [[[0.0] * n + [ninf] * (T - n)] for n in map(int, lengths)]
    return np.array(rows, dtype=float).reshape(-1, 1, T)


def combine_masks(first, *others):
    return reduce(np.minimum, others, first + 0.0)


apply_mask = lambda S, M: (lambda s, m: s + m)(S, M)
