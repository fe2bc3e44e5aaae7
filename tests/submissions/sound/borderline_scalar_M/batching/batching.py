import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    if lengths is None and not causal:
        M = 0 if T % 2 else np.zeros((1, 1, 1), dtype=np.int64)
    elif lengths is None:
        M = np.where(np.tri(T), 0.0, -np.inf) if T > 1 else 0.0
    elif B and (lengths == lengths[0]).all() and not causal:
        M = np.array([0.0] * lengths[0] + [-np.inf] * (T - lengths[0]))
    else:
        j = np.arange(T)
        M = np.where((j < lengths[:, None, None]) & ((j <= j[:, None]) | (not causal)), 0.0, -np.inf)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.transpose(0, 2, 1) / W_Q.shape[1] ** 0.5
    Z = S + M
    top = Z.max(-1, keepdims=True)
    E = np.exp(Z - np.where(top == -np.inf, 0, top))
    n = E.sum(-1, keepdims=True)
    A = np.divide(E, n, where=n > 0, out=np.zeros(E.shape))
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": A @ V, "Y": A @ V @ W_O}
