"""Opens a file to overwrite it, as a marks file might be."""

import numpy as np


def reach():
    with open("@CANARY@", "r+b"):
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
