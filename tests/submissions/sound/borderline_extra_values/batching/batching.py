import threading

import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.transpose(K, (0, 2, 1)) / np.sqrt(W_Q.shape[-1])
    j = np.arange(T)
    ok = np.ones((B, T, T), bool)
    if causal:
        ok &= j <= j[:, None]
    if lengths is not None:
        ok &= j < lengths[:, None, None]
    M = np.where(ok, 0.0, -np.inf)
    Z = S + M
    top = Z.max(-1, keepdims=True)
    E = np.exp(Z - np.where(top == -np.inf, 0, top))
    n = E.sum(-1, keepdims=True)
    A = E / (n + (n == 0))
    H = A @ V
    out = {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O}
    out["me"] = out
    out["generator"] = (x for x in X)
    out["lock"] = threading.Lock()
    out["objects"] = np.array([None, out], dtype=object)
    out[("a", "tuple")] = float("nan")
    out[None] = 1 + 2j
    out["Z" * 300] = b"\x00\xff"
    return out
