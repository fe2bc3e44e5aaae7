import numpy as np

MINUS_INF = -np.inf


def causal_mask(T):
    M = np.empty((T, T))
    for i in range(T):
        for j in range(T):
            if j <= i:
                M[i, j] = 0
            else:
                M[i, j] = MINUS_INF
    return M


def padding_mask(lengths, T):
    B = lengths.shape[0]
    M = np.full((B, 1, T), MINUS_INF)
    for b in range(B):
        while lengths[b] > 0:
            lengths[b] -= 1
            M[b, 0, lengths[b]] = 0
    return M


def combine_masks(*masks):
    # broadcast first, then entry by entry
    same = np.broadcast_arrays(*masks)
    result = np.zeros(same[0].shape)
    for idx in np.ndindex(*result.shape):
        for m in same:
            if m[idx] == MINUS_INF:
                result[idx] = MINUS_INF
    return result


def apply_mask(S, M):
    masked = np.array(S, dtype=float) + np.zeros(np.shape(M))
    where = np.broadcast_to(M, masked.shape) == MINUS_INF
    masked[where] = MINUS_INF
    return masked
