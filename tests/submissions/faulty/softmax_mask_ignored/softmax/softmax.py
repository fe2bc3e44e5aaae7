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


def attention_weights(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    x = S.astype(np.float64) + np.zeros(M.shape)
    hidden = np.isneginf(x)
    m = np.where(hidden, -1.7e308, x).max(axis=-1, keepdims=True)
    m[hidden.all(axis=-1, keepdims=True)] = 0
    w = np.where(hidden, 0.0, np.exp(x - m))
    z = w.sum(axis=-1, keepdims=True)
    z[z == 0] = 1.0
    return w / z
