import numpy as np


def split_heads(X, n_heads):
    d = X.shape[2] // n_heads
    if not len(X):
        return np.zeros((0, n_heads, X.shape[1], d))
    return [[[list(row[h * d : h * d + d]) for row in item] for h in range(n_heads)] for item in X.tolist()]


def merge_heads(X):
    if not len(X):
        _, n, T, d = np.shape(X)
        return np.zeros((0, T, n * d))
    return [[sum((head[t] for head in item), []) for t in range(len(item[0]))] for item in np.asarray(X).tolist()]


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    Q, K, V = (np.array(split_heads(X @ W, n_heads)) for W in (W_Q, W_K, W_V))
    S = np.array([[q @ k.T for q, k in zip(*pair)] for pair in zip(Q, K)]).reshape(len(X), n_heads, X.shape[1], X.shape[1])
    S = S / np.sqrt(Q.shape[-1])
    T = X.shape[1]
    allowed = [[[(j <= i or not causal) and (lengths is None or j < lengths[b]) for j in range(T)] for i in range(T)] for b in range(len(X))]
    allowed = np.array(allowed, dtype=bool).reshape(len(X), 1, T, T)
    M = np.where(allowed, 0.0, -np.inf)
    A = np.zeros(S.shape)
    for b, h, i in np.ndindex(S.shape[:3]):
        keys = np.flatnonzero(allowed[b, 0, i])
        if len(keys):
            e = np.exp(S[b, h, i, keys] - S[b, h, i, keys].max())
            A[b, h, i, keys] = e / e.sum()
    H = A @ V
    made = dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=np.array(merge_heads(H)) @ W_O)
    return {name: value.tolist() if value.size else value for name, value in made.items()}
