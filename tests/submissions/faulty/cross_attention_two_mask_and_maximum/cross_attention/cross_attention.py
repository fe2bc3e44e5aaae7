import numpy as np

def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    B, T, d = X_target.shape
    U = X_source.shape[1]
    Q = X_target @ W_Q
    K = X_source @ W_K
    V = X_source @ W_V
    S = Q @ K.transpose(0, 2, 1) / np.sqrt(W_Q.shape[1])
    M = np.zeros((B, T, U))
    if source_lengths is not None:
        M = M + np.where(np.arange(U)[None, None, :] > np.asarray(source_lengths)[:, None, None], 0.0, -np.inf)
    Z = S + M
    top = Z.max(initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    E = np.exp(Z - top)
    total = E.sum(axis=-1, keepdims=True)
    A = E / np.where(total == 0, 1.0, total)
    H = A @ V
    Y = H @ W_O
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=Y)
