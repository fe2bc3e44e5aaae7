import array
import math

import numpy as np


def causal_mask(T):
    flat = array.array("d", [0.0 if j <= i else -math.inf for i in range(T) for j in range(T)])
    return memoryview(flat).cast("B").cast("d", (T, T))


def padding_mask(lengths, T):
    M = np.where(np.arange(T) < lengths[:, None, None], 0.0, -np.inf)
    return memoryview(M) if M.size else M


def combine_masks(*masks):
    M = masks[0]
    for m in masks[1:]:
        M = np.minimum(M, m)
    return M if M.size == 0 or M.ndim != 2 else [array.array("d", row) for row in M]


def apply_mask(S, M):
    Z = S + M
    return memoryview(np.ascontiguousarray(Z, dtype=float)) if Z.size else Z
