"""Looks for another process in /proc."""

import os

import numpy as np


def reach():
    return "@VICTIM@" in os.listdir("/proc")


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
