import numpy as np


def softmax(row):
    if np.all(row == -np.inf):
        return np.zeros_like(row)
    e = np.exp(row - np.max(row))
    return e / np.sum(e)


def one_sequence(x, W_Q, W_K, W_V, W_O, n, causal):
    T = len(x)
    q, k, v = x.dot(W_Q), x.dot(W_K), x.dot(W_V)
    s = q.dot(k.T) / W_Q.shape[1] ** 0.5
    m = np.zeros((T, T))
    for i in range(T):
        for j in range(T):
            if j >= n:
                m[i, j] = -np.inf
            if causal and j > i:
                m[i, j] = -np.inf
    a = np.array([softmax(row) for row in s + m])
    h = a.dot(v)
    y = h.dot(W_O)
    return q, k, v, s, m, a, h, y


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    d_k, d_v = W_Q.shape[1], W_V.shape[1]
    names = ["Q", "K", "V", "S", "M", "A", "H", "Y"]
    widths = [d_k, d_k, d_v, T, T, T, d_v, d_model]
    out = {name: np.zeros((B, T, w)) for name, w in zip(names, widths)}
    b = -1
    while b != B - 1 or (B == 0):
        b += 1
        if b >= B:
            continue
        n = T if lengths is None else int(lengths[b])
        results = one_sequence(X[b], W_Q, W_K, W_V, W_O, n, causal)
        for name, r in zip(names, results):
            out[name][b] = r
    return out
