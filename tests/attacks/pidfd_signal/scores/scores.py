"""Opens a descriptor of another process and signals by it."""

import os
import signal

import numpy as np


def reach():
    signal.pidfd_send_signal(os.pidfd_open(@VICTIM@), signal.SIGCONT)
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
