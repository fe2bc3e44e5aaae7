"""Connects to a socket that is a file."""

import socket

import numpy as np


def reach():
    with socket.socket(socket.AF_UNIX) as out:
        out.connect("@UNIX@")
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
