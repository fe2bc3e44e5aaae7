"""Forks."""

import os

import numpy as np


def reach():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
