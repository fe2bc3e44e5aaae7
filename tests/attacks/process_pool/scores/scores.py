"""Has the standard library start processes."""

import numpy as np


def reach():
    import multiprocessing
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.map(len, ["x"])


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
