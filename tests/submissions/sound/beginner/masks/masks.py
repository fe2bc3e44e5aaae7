import numpy as np


def causal_mask(T):
    mask = np.zeros((T, T))
    for i in range(T):
        for j in range(T):
            allowed = j <= i
            if not allowed:
                mask[i][j] = float("-inf")
    return mask


def padding_mask(lengths, T):
    B = len(lengths)
    mask = []
    for b in range(B):
        row = [0] * T
        for j in range(T):
            if j < lengths[b]:
                row[j] = 0
            else:
                row[j] = -np.inf
        mask.append([row])
    if B == 0:
        return np.zeros((0, 1, T))
    return np.array(mask, dtype="float")


def combine_masks(*masks):
    total = masks[0].copy()
    number = 1
    while number < len(masks):
        total = total + masks[number]
        number += 1
    return total


def apply_mask(S, M):
    masked = S.astype(float)
    masked = masked + M
    return masked
