import numpy as np


def softmax_last(S):
    S = np.asarray(S, dtype=np.float64)
    m = np.full(S.shape[:-1], -np.inf)
    n = np.zeros(S.shape[:-1])
    for j in range(S.shape[-1]):
        s = S[..., j]
        new = np.maximum(m, s)
        safe = np.where(np.isneginf(new), 0.0, new)
        n = n * np.exp(m - safe) + np.exp(s - safe)
        m = new
    m = np.where(np.isneginf(m), 0.0, m)
    return np.exp(S - m[..., None]) / np.where(n == 0, 1.0, n)[..., None]


def attention_weights(S, M):
    return softmax_last(S + M)
