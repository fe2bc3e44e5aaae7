"""Sends a signal to whoever started it."""

import os
import signal

import numpy as np


def reach():
    os.kill(os.getppid(), signal.SIGCONT)
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
