from functools import lru_cache

import numpy as np


@lru_cache(maxsize=64)
def causal(T):
    M = np.zeros((T, T))
    M[np.triu_indices(T, 1)] = -np.inf
    M.setflags(write=False)
    return M


@lru_cache(maxsize=None)
def root(n):
    return n ** 0.5


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, **options):
    T = X.shape[1]
    M = causal(T) if options.get("causal", True) else np.zeros((T, T))
    if lengths is not None:
        padding = np.zeros((len(lengths), 1, T))
        padding[np.arange(T)[None, None] >= lengths[:, None, None]] = -np.inf
        M = M + padding
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.swapaxes(K @ np.swapaxes(Q, 1, 2), 1, 2) / root(W_Q.shape[1])
    Z = S + M
    with np.errstate(invalid="ignore"):
        A = np.exp(Z - Z.max(-1, keepdims=True))
        A = np.where(np.isnan(A), 0, A)
        A = A / np.maximum(A.sum(-1, keepdims=True), 1e-30)
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O}
