import math

import numpy as np


def mul(a, b):
    rows, inner, cols = len(a), len(b), len(b[0])
    out = [[0.0] * cols for _ in range(rows)]
    for i in range(rows):
        for j in range(cols):
            for k in range(inner):
                out[i][j] += a[i][k] * b[k][j]
    return out


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    d_k = W_Q.shape[1]
    d_v = W_V.shape[1]
    out = {"Q": np.zeros((B, T, d_k)), "K": np.zeros((B, T, d_k)), "V": np.zeros((B, T, d_v)),
           "S": np.zeros((B, T, T)), "M": np.zeros((B, T, T)), "A": np.zeros((B, T, T)),
           "H": np.zeros((B, T, d_v)), "Y": np.zeros((B, T, d_model))}
    wq, wk, wv, wo = W_Q.tolist(), W_K.tolist(), W_V.tolist(), W_O.tolist()
    for b in range(B):
        x = X[b].tolist()
        q, k, v = mul(x, wq), mul(x, wk), mul(x, wv)
        s = [[0.0] * T for _ in range(T)]
        m = [[0.0] * T for _ in range(T)]
        a = [[0.0] * T for _ in range(T)]
        for i in range(T):
            for j in range(T):
                dot = 0.0
                for c in range(d_k):
                    dot += q[i][c] * k[j][c]
                s[i][j] = dot / math.sqrt(d_k)
                if causal and j > i:
                    m[i][j] = -math.inf
                if lengths is not None and j >= lengths[b]:
                    m[i][j] = -math.inf
            allowed = [j for j in range(T) if m[i][j] == 0.0]
            if allowed:
                top = max(s[i][j] for j in allowed)
                total = 0.0
                for j in allowed:
                    a[i][j] = math.exp(s[i][j] - top)
                    total += a[i][j]
                for j in allowed:
                    a[i][j] /= total
        h = mul(a, v)
        y = mul(h, wo)
        for name, value in zip("QKVSMAHY", (q, k, v, s, m, a, h, y)):
            out[name][b] = value
    return out
