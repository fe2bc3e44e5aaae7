"""Softmax over keys; both functions written out."""
import numpy as np


def softmax_last(S):
    x = np.asarray(S, dtype=np.float64)
    m = x.max(axis=-1, keepdims=True)
    m = np.where(m == -np.inf, 0.0, m)
    w = 2.0 ** (x - m)
    z = w.sum(axis=-1, keepdims=True)
    return w / np.where(z == 0, 1.0, z)


def attention_weights(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    x = S.astype(np.float64) + M
    hidden = np.isneginf(x)
    m = np.where(hidden, -1.7e308, x).max(axis=-1, keepdims=True)
    m[hidden.all(axis=-1, keepdims=True)] = 0
    w = np.where(hidden, 0.0, np.exp(x - m))
    z = w.sum(axis=-1, keepdims=True)
    z[z == 0] = 1.0
    return w / z
