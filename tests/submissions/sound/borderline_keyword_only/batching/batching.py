import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, /, *, causal=True, lengths=None):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.mT / np.sqrt(Q.shape[-1]) if hasattr(K, "mT") else Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    T = X.shape[1]
    M = np.zeros(S.shape)
    if causal:
        M = M + np.where(np.tri(T), 0, -np.inf)
    if lengths is not None:
        M = M + np.where(np.arange(T) < lengths[:, None, None], 0, -np.inf)
    Z = S + M
    top = Z.max(-1, keepdims=True)
    E = np.exp(Z - np.where(np.isneginf(top), 0, top))
    n = E.sum(-1, keepdims=True)
    A = E / np.where(n == 0, 1, n)
    H = A @ V
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=H @ W_O)
