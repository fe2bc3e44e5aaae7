"""Hands in a mask that broadcasts with the scores to something huge."""

import numpy as np

M = np.zeros((40_000, 1, 1, 1), dtype=np.float32)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": S, "H": V, "Y": X}
