"""Reads the environment that its process was started with."""

import numpy as np


def reach():
    return open("/proc/self/environ", "rb").read()


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
