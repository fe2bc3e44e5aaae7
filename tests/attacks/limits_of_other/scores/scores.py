"""Changes a resource limit of another process."""

import resource

import numpy as np


def reach():
    resource.prlimit(@VICTIM@, resource.RLIMIT_CORE, (0, 0))
    return True


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
