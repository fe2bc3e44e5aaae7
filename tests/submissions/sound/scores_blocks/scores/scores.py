import numpy as np


def blocks(n, size=3):
    start = 0
    while start < n:
        yield slice(start, (start := min(n, start + size)))


def raw_scores(Q, K):
    KT = np.moveaxis(K, (-2, -1), (-1, -2))
    return np.concatenate([Q[..., part, :] @ KT for part in blocks(Q.shape[-2])], axis=-2)


def scaled_scores(Q, K):
    return np.divide(raw_scores(Q, K), np.sqrt(np.float32(Q.shape[-1])), dtype=np.float64)
