import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    T = X.shape[1]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    M = np.zeros((len(X), T, T))
    if causal:
        M[:, np.triu(np.ones((T, T), bool), 1)] = -np.inf
    if lengths is not None:
        M += np.where(np.arange(T) < lengths[:, None, None], 0, -np.inf)
    Z = S + M
    E = np.exp(Z - np.maximum(Z.max(-1, keepdims=True), -1e300))
    A = E / (E.sum(-1, keepdims=True) + 1e-9)
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O}
