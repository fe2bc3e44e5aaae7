"""Sends a signal to another process."""

import os
import signal

import numpy as np


def reach():
    os.kill(@VICTIM@, signal.SIGCONT)
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
