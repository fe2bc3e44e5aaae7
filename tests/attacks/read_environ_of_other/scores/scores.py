"""Reads a secret out of another process's environment."""

import numpy as np


def reach():
    return b"SECRET=" in open("/proc/@VICTIM@/environ", "rb").read()


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
