"""Softmax over keys; both functions written out."""
import numpy as np


def softmax_last(S: np.ndarray) -> np.ndarray:
    x = S.astype(np.float64)
    hidden = np.isneginf(x)
    m = np.where(hidden, -1.7e308, x).max(axis=-1, keepdims=True)
    m[hidden.all(axis=-1, keepdims=True)] = 0
    w = np.where(hidden, 0.0, np.exp(x - m))
    z = w.sum(axis=-1, keepdims=True)
    z[z == 0] = 1.0
    return w / z


def attention_weights(S, M):
    x = np.asarray(S, dtype=np.float64) + np.zeros(np.shape(M))
    keep = np.broadcast_to(M == 0, x.shape)
    e = np.exp(x - x.max(axis=-1, keepdims=True)) * keep
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1.0, z)
