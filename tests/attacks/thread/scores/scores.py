"""Starts a thread."""

import threading

import numpy as np


def reach():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
