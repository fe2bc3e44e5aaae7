"""Leaves a hard link to a hidden file."""

import os

import numpy as np


def reach():
    os.link("@CANARY@", "@CANARY_FOLDER@/@TOKEN@")
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
