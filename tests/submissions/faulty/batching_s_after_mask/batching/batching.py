import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    d_k = W_Q.shape[1]

    Q = X @ W_Q
    K = X @ W_K
    V = X @ W_V

    S = Q @ K.transpose(0, 2, 1) / np.sqrt(d_k)

    M = np.zeros((B, T, T))
    if causal:
        M = M + np.triu(np.full((T, T), -np.inf), k=1)
    if lengths is not None:
        pad = np.arange(T)[None, :] >= np.asarray(lengths)[:, None]
        M = M + np.where(pad, -np.inf, 0.0)[:, None, :]

    L = S + M
    top = L.max(axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0.0
    E = np.exp(L - top)
    Z = E.sum(axis=-1, keepdims=True)
    Z[Z == 0] = 1.0
    A = E / Z

    H = A @ V
    Y = H @ W_O
    return {"Q": Q, "K": K, "V": V, "S": L, "M": M, "A": A, "H": H, "Y": Y}
