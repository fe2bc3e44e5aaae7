import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    j = np.arange(T)
    if lengths is not None and not causal:
        M = np.where(j < lengths[:, None], 0.0, -np.inf).reshape(B, 1, T)
    elif lengths is not None:
        M = np.where((j < lengths[:, None, None]) & (j <= j[:, None]), 0.0, -np.inf)
    elif causal:
        M = np.where(j <= j[:, None], 0.0, -np.inf)[None]
    else:
        M = np.zeros((1, 1, T))
    Q, K, V = (X @ W for W in (W_Q, W_K, W_V))
    S = Q @ np.moveaxis(K, 1, 2)
    S = S / np.sqrt(Q.shape[2])
    Z = S + M
    top = Z.max(axis=2)
    top[top == -np.inf] = 0.0
    P = np.exp(Z - top[:, :, None])
    norm = P.sum(axis=2)
    norm[norm == 0.0] = 1.0
    A = P / norm[:, :, None]
    H = np.matmul(A, V)
    return dict(zip("QKVSMAHY", (Q, K, V, S, M, A, H, np.matmul(H, W_O))))
