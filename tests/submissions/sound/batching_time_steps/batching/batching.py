import numpy as np


class Cache:
    def __init__(self):
        self.keys, self.values = [], []

    def add(self, k, v):
        self.keys.append(k)
        self.values.append(v)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.zeros((B, T, T))
    M = np.full((B, T, T), -np.inf)
    A = np.zeros((B, T, T))
    H = np.zeros((B, T, W_V.shape[1]))
    for b in range(B):
        n = T if lengths is None else int(lengths[b])
        cache = Cache()
        if not causal:
            for j in range(n):
                cache.add(K[b, j], V[b, j])
        for i in range(T):
            for j in range(T):
                S[b, i, j] = Q[b, i] @ K[b, j] / np.sqrt(W_Q.shape[1])
            if causal and i < n:
                cache.add(K[b, i], V[b, i])
            size = len(cache.keys)
            M[b, i, :size] = 0
            if size:
                s = np.array(cache.keys) @ Q[b, i] / np.sqrt(W_Q.shape[1])
                e = np.exp(s - s.max())
                A[b, i, :size] = e / e.sum()
                H[b, i] = A[b, i, :size] @ np.array(cache.values)
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=H @ W_O)
