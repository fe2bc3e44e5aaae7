import numpy as np

L = np.longdouble


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    X, W_Q, W_K, W_V, W_O = (np.array(a, L) for a in (X, W_Q, W_K, W_V, W_O))
    T = X.shape[-2]
    i = np.arange(T)[:, None]
    j = np.arange(T)[None, :]
    bad = (j > i) & bool(causal)
    bad = bad[None] | (False if lengths is None else (j[None] >= lengths[:, None, None]))
    M = np.where(bad, L("-inf"), L(0))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.matmul(Q, K.swapaxes(1, 2)) / np.sqrt(L(K.shape[-1]))
    Z = S + M
    top = np.maximum(Z.max(-1, keepdims=True), np.finfo(L).min)
    E = np.exp(Z - top)
    N = E.sum(-1, keepdims=True)
    A = E / np.where(N == 0, L(1), N)
    H = np.matmul(A, V)
    return {"Y": np.matmul(H, W_O), "H": H, "A": A, "M": M, "S": S, "V": V, "K": K, "Q": Q}
