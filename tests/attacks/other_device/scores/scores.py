"""Opens a device other than the two it needs."""

import os

import numpy as np


def reach():
    return os.open("/dev/zero", os.O_RDONLY)


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
