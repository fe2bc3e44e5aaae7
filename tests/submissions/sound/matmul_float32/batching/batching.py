import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    X, W_Q, W_K, W_V, W_O = [np.array(a, dtype=np.float32) for a in (X, W_Q, W_K, W_V, W_O)]
    T = X.shape[1]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.transpose(0, 2, 1) / np.sqrt(np.float32(W_Q.shape[1]))
    M = np.zeros((1, T, T), np.float32)
    if causal:
        M[:, ~np.tri(T, dtype=bool)] = -np.inf
    if lengths is not None:
        M = np.minimum(M, np.where(np.arange(T) < lengths[:, None], np.float32(0), np.float32(-np.inf))[:, None])
    Z = S + M
    with np.errstate(invalid="ignore"):
        E = np.exp(Z - Z.max(axis=-1, keepdims=True))
    E[np.isnan(E)] = 0
    D = E.sum(axis=-1, keepdims=True)
    D[D == 0] = 1
    A = E / D
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O, "note": "float32 inside"}
