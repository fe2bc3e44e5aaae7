from functools import reduce
import numpy as np


def causal_mask(T):
    return np.array([[0.0 if j <= i else -np.inf for j in range(T)] for i in range(T)])


def padding_mask(lengths, T):
    rows = [[0.0] * int(n) + [-np.inf] * (T - int(n)) for n in lengths]
    return np.array(rows, dtype=float).reshape(len(rows), 1, T)


def combine_masks(a, b):
    return np.minimum(a, b) * 1.0


def apply_mask(S, M):
    """Scores plus mask."""
    return np.asarray(S) + np.asarray(M)
