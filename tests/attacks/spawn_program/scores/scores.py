"""Starts a program by posix_spawn."""

import os

import numpy as np


def reach():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
