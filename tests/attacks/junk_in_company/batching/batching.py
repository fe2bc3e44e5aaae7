"""Hands in junk that mixes the items, so that batch should follow from it."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    V = np.resize(X, (B, T, W_V.shape[1]))
    A = np.broadcast_to(np.eye(T), (B, T, T))
    return {
        "Q": np.ones((B, T, W_Q.shape[1])), "K": np.ones((B, T, W_Q.shape[1])), "V": V,
        "S": np.ones((B, T, T)), "M": np.ones((B, T, T)), "A": A, "H": np.ones(V.shape),
        "Y": np.ones((B, T, d_model)),
    }
