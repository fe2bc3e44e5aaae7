"""The layer for a batch of sequences."""

import numpy as np


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0.0))
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total > 0, total, 1.0)


def mask(B, T, lengths, causal):
    position = np.arange(T)
    allowed = np.ones((B, T, T), dtype=bool)
    if causal:
        allowed &= position[None, :] <= position[:, None]
    if lengths is not None:
        allowed &= position < np.asarray(lengths).reshape(-1, 1, 1)
    return np.where(allowed, 0.0, -np.inf)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[-1])
    M = mask(B, T, lengths, causal)
    A = softmax(S + M)
    H = A @ V
    Y = X + H @ W_O
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
