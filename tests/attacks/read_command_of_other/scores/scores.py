"""Reads another process's command line."""

import numpy as np


def reach():
    return open("/proc/@VICTIM@/cmdline", "rb").read()


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
