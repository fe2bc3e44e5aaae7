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
    T = X.shape[1]
    if lengths is None:
        lengths = [T] * len(X)
    results = [one_sequence(x, W_Q, W_K, W_V, W_O, n, causal) for x, n in zip(X, lengths)]
    return {name: np.stack(parts) for name, parts in zip("QKVSMAHY", zip(*results))} if results else {name: np.stack([]) for name in "QKVSMAHY"}
