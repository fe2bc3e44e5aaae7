"""Connects to a service on this machine."""

import socket

import numpy as np


def reach():
    with socket.create_connection(("127.0.0.1", @TCP@), timeout=1):
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
