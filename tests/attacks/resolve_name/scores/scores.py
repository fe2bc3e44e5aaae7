"""Looks a name up, which would carry it out by DNS."""

import socket

import numpy as np


def reach():
    return socket.getaddrinfo("localhost", 80)


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
