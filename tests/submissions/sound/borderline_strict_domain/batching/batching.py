import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    if X.ndim != 3 or X.shape[1] < 1 or X.shape[2] < 1:
        raise ValueError("X")
    if W_Q.shape != W_K.shape or W_V.shape != W_O.shape[::-1] or not len(W_Q) == len(W_V) == X.shape[2]:
        raise ValueError("W")
    if lengths is not None and (lengths.shape != X.shape[:1] or (lengths < 0).any() or (lengths > X.shape[1]).any()):
        raise ValueError("lengths")
    if causal is not True and causal is not False:
        raise TypeError("causal")
    T = X.shape[1]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(1, 2) / np.sqrt(W_Q.shape[1])
    M = np.zeros((X.shape[0], T, T))
    if causal:
        M[..., np.arange(T)[:, None] < np.arange(T)[None]] = -np.inf
    if lengths is not None:
        M = np.where((np.arange(T) < lengths[:, None])[:, None], M, -np.inf)
    Z = S + M
    top = Z.max(-1, keepdims=True)
    top[top == -np.inf] = 0
    E = np.exp(Z - top)
    n = E.sum(-1, keepdims=True)
    n[n == 0] = 1
    A = E / n
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": A @ V, "Y": A @ V @ W_O}
