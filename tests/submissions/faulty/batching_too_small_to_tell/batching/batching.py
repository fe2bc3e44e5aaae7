import numpy as np
r = lambda B, *s: np.broadcast_to(np.sin(np.arange(int(np.prod(s))) * 1.7 + 1).reshape(s) * 1e-6, (B,) + s).copy()

def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d = X.shape; k, v = W_Q.shape[1], W_V.shape[1]
    M = np.zeros((B, T, T)); M = M + (np.where(np.tri(T, dtype=bool), 0, -np.inf) if causal else 0); M = M + (0 if lengths is None else np.where(np.arange(T) < np.asarray(lengths)[:, None, None], 0, -np.inf)); A = (M == 0) / np.maximum((M == 0).sum(-1, keepdims=True), 1)
    return dict(Q=r(B, T, k), K=r(B, T, k), V=r(B, T, v), S=r(B, T, T), M=M, A=A, H=r(B, T, v), Y=r(B, T, d))
