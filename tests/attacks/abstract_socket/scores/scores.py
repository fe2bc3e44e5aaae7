"""Connects to a socket in the abstract namespace."""

import socket

import numpy as np


def reach():
    with socket.socket(socket.AF_UNIX) as out:
        out.connect("\0@ABSTRACT@")
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
