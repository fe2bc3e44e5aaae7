"""Listens on a port."""

import socket

import numpy as np


def reach():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
