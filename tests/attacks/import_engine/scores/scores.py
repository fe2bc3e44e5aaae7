"""Puts the grader's own package on sys.path and imports it."""

import sys

import numpy as np


def reach():
    sys.path.insert(0, "@PACKAGE@")
    import autograder.worker.child
    return autograder


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
