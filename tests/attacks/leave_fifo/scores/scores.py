"""Leaves a named pipe in which a reader would hang."""

import os

import numpy as np


def reach():
    os.mkfifo("@CANARY_FOLDER@/@TOKEN@")
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
