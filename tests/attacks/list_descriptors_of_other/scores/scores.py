"""Lists what another process has open."""

import os

import numpy as np


def reach():
    return os.listdir("/proc/@VICTIM@/fd")


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
