"""Starts a shell."""

import subprocess

import numpy as np


def reach():
    return subprocess.run(["/bin/sh", "-c", "echo out"], capture_output=True, check=True).stdout


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
