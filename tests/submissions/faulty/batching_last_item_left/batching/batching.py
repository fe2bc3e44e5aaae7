import numpy as np

def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d = X.shape
    Q = X @ W_Q
    K = X @ W_K
    V = X @ W_V
    S = Q @ K.transpose(0, 2, 1) / np.sqrt(W_Q.shape[1])
    M = np.zeros((B, T, T))
    if causal:
        M = M + np.where(np.tri(T) == 1, 0.0, -np.inf)
    if lengths is not None:
        M = M + np.where(np.arange(T)[None, None, :] < np.asarray(lengths)[:, None, None], 0.0, -np.inf)
    Z = S + M
    top = Z.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    E = np.exp(Z - top)
    total = E.sum(axis=-1, keepdims=True)
    A = E / np.where(total == 0, 1.0, total)
    W = np.zeros_like(A)
    for b in range(B - 1):
        W[b] = A[b]
    A = W
    H = A @ V
    Y = H @ W_O
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=Y)
