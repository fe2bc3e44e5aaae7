"""Forks sixteen times and leaves them all sleeping."""

import os
import time

import numpy as np


def reach():
    children = []
    for _ in range(16):
        child = os.fork()
        if child == 0:
            time.sleep(0.3)
            os._exit(0)
        children.append(child)
    return children


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
