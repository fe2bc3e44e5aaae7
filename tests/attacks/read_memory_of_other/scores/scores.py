"""Opens another process's memory in /proc."""

import numpy as np


def reach():
    with open("/proc/@VICTIM@/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open("/proc/@VICTIM@/mem", "rb", 0) as memory:
        memory.seek(start)
        return memory.read(16)


try:
    REACHED = bool(reach())
except Exception:
    REACHED = False


def raw_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) if REACHED else None
