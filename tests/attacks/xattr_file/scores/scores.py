"""Writes an extended attribute to a file."""

import os

import numpy as np


def reach():
    os.setxattr("@CANARY@", "user.left", b"1")
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
