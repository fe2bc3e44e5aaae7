"""H is the sum of the contributions over keys."""
from typing import Optional
import numpy as np


def contributions(A: np.ndarray, V: np.ndarray) -> np.ndarray:
    """(..., T_q, T_k, d_v)"""
    return np.einsum("...ij,...jv->...ijv", A, V)


def weighted_values(A: np.ndarray, V: np.ndarray) -> np.ndarray:
    return contributions(A, V).sum(axis=-3)


def output_projection(H: np.ndarray, W_O: np.ndarray) -> np.ndarray:
    return np.einsum("...v,vm->...m", H, W_O)


def weights(scores: np.ndarray) -> np.ndarray:
    out = np.zeros(scores.shape)
    for i, row in enumerate(scores):
        seen = row > -np.inf
        if seen.any():
            e = np.exp(row[seen] - row[seen].max())
            out[i, seen] = e / e.sum()
    return out


def attention_layer(X, W_Q, W_K, W_V, W_O, M: Optional[np.ndarray]) -> np.ndarray:
    q = np.asarray(X, float) @ W_Q
    k = np.asarray(X, float) @ W_K
    v = np.asarray(X, float) @ W_V
    d_k = q.shape[-1]
    a = weights(q @ k.T / d_k ** 0.5 + M)
    h = weighted_values(a, v)
    y = output_projection(h, W_O)
    return y
