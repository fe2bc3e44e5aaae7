import math

import numpy as np


def split_heads(X, n_heads):
    B, T, width = X.shape
    d = width // n_heads
    out = np.zeros((B, n_heads, T, d), dtype=X.dtype)
    for b in range(B):
        for t in range(T):
            for c in range(width):
                out[b, c // d, t, c % d] = X[b, t, c]
    return out


def merge_heads(X):
    B, n, T, d = X.shape
    out = np.zeros((B, T, n * d), dtype=X.dtype)
    for b in range(B):
        for h in range(n):
            for t in range(T):
                for c in range(d):
                    out[b, t, h * d + c] = X[b, h, t, c]
    return out


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    B, T, dm = X.shape
    Q = split_heads(X @ W_Q, n_heads)
    K = split_heads(X @ W_K, n_heads)
    V = split_heads(X @ W_V, n_heads)
    dk = Q.shape[-1]
    S = np.zeros((B, n_heads, T, T))
    A = np.zeros((B, n_heads, T, T))
    M = np.zeros((B, n_heads, T, T))
    H = np.zeros((B, n_heads, T, V.shape[-1]))
    for b in range(B):
        n = T if lengths is None else int(lengths[b])
        for h in range(n_heads):
            for i in range(T):
                allowed = []
                for j in range(T):
                    S[b, h, i, j] = sum(float(Q[b, h, i, c]) * float(K[b, h, j, c]) for c in range(dk)) / math.sqrt(dk)
                    if j < n and (j <= i or not causal):
                        allowed.append(j)
                    else:
                        M[b, h, i, j] = -math.inf
                if allowed:
                    best = max(S[b, h, i, j] for j in allowed)
                    z = sum(math.exp(S[b, h, i, j] - best) for j in allowed)
                    for j in allowed:
                        A[b, h, i, j] = math.exp(S[b, h, i, j] - best) / z
                        H[b, h, i] += A[b, h, i, j] * V[b, h, j]
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": merge_heads(H) @ W_O}
