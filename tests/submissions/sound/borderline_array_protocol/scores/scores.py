import numpy as np


class Lazy:
    """Computed when somebody looks."""

    def __init__(self, compute):
        self.compute = compute

    def __array__(self, dtype=None, copy=None):
        a = self.compute()
        return a if dtype is None else a.astype(dtype)


def raw_scores(Q, K):
    Q, K = Q.copy(), K.copy()
    return Lazy(lambda: Q @ K.swapaxes(-1, -2))


def scaled_scores(Q, K):
    root = np.sqrt(Q.shape[-1])
    return Lazy(lambda: np.asarray(raw_scores(Q, K)) / root)
