import numpy as np


def log_sum(a, b):
    top = np.maximum(a, b)
    safe = np.where(np.isneginf(top), 0.0, top)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(a - safe) + np.exp(b - safe)) + safe


def softmax_last(S):
    Z = np.array(S, dtype=np.float64)
    top = Z.max(-1, keepdims=True)
    Z -= np.where(np.isneginf(top), 0.0, top)
    tail = np.full(Z.shape[:-1], -np.inf)
    for j in reversed(range(Z.shape[-1])):
        tail = log_sum(tail, Z[..., j])
    tail = np.where(np.isneginf(tail), 0.0, tail)
    return np.exp(Z - tail[..., None])


def attention_weights(S, M):
    return softmax_last(S + M)
