from types import MappingProxyType

import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.matmul(Q, K.transpose(0, 2, 1)) / np.sqrt(W_Q.shape[1])
    allowed = np.ones((B, T, T), bool)
    if causal:
        allowed = np.tril(allowed)
    if lengths is not None:
        allowed[np.broadcast_to(np.arange(T) >= lengths[:, None, None], allowed.shape)] = False
    Z = np.where(allowed, S, -np.inf)
    top = Z.max(-1, keepdims=True)
    E = np.exp(Z - np.where(np.isneginf(top), 0, top))
    A = E / np.maximum(E.sum(-1, keepdims=True), 1e-300)
    H = A @ V
    return MappingProxyType({"Q": Q, "K": K, "V": V, "S": S, "M": np.where(allowed, 0, -np.inf), "A": A, "H": H, "Y": H @ W_O})
