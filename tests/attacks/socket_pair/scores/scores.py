"""Makes a pair of sockets."""

import socket

import numpy as np


def reach():
    return socket.socketpair()


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
