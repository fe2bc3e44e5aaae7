"""One-head self-attention, batch first, all in einsum."""
from __future__ import annotations

import math
import numpy as np

NEG_INF = float("-inf")


def build_mask(B: int, T: int, lengths, causal: bool) -> np.ndarray:
    keep = np.ones((B, T, T), dtype=bool)
    if causal:
        keep &= np.tril(np.ones((T, T), dtype=bool))
    if lengths is not None:
        real = np.arange(T) < np.reshape(lengths, (B, 1))
        keep &= real[:, None, :]
    return np.where(keep, 0.0, NEG_INF)


def safe_softmax(logits: np.ndarray) -> np.ndarray:
    hidden = np.isneginf(logits)
    peak = np.where(hidden, -1e300, logits).max(axis=2, keepdims=True)
    e = np.where(hidden, 0.0, np.exp(np.where(hidden, 0.0, logits - peak)))
    norm = e.sum(axis=2, keepdims=True)
    return e / np.where(norm > 0, norm, 1.0)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True) -> dict:
    B, T, _ = X.shape
    q = np.einsum("btm,mk->btk", X, W_Q)
    k = np.einsum("btm,mk->btk", X, W_K)
    v = np.einsum("btm,mv->btv", X, W_V)
    scale = 1.0 / math.sqrt(W_K.shape[1])
    s = np.einsum("bik,bjk->bij", q, k) * scale
    m = build_mask(B, T, lengths, causal)
    a = safe_softmax(s + mask)
    h = np.einsum("bij,bjv->biv", a, v)
    y = np.einsum("biv,vm->bim", h, W_O)
    return dict(Q=q, K=k, V=v, S=s, M=m, A=a, H=h, Y=y)
