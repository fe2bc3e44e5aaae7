"""Makes a temporary file by the standard library."""

import numpy as np


def reach():
    import tempfile
    with tempfile.TemporaryFile(dir="@CANARY_FOLDER@"):
        return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
