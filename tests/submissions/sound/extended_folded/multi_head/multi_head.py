import numpy as np


def split_heads(X, n_heads):
    B, T, w = X.shape
    return np.moveaxis(X.reshape(B, T, n_heads, w // n_heads), 2, 1)


def merge_heads(X):
    return np.moveaxis(X, 1, 2).reshape(X.shape[0], X.shape[2], -1 if X.size else X.shape[1] * X.shape[3])


def fold(X, n):
    heads = split_heads(X, n)
    return heads.reshape(heads.shape[0] * n, *heads.shape[2:])


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    B, T, _ = X.shape
    q, k, v = fold(X @ W_Q, n_heads), fold(X @ W_K, n_heads), fold(X @ W_V, n_heads)
    s = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
    m = np.zeros((B, T, T))
    if causal:
        m += np.triu(np.full((T, T), -np.inf), k=1)
    if lengths is not None:
        m += np.where(np.arange(T)[None, None] < lengths[:, None, None], 0, -np.inf)
    m = np.repeat(m, n_heads, axis=0)
    z = s + m
    with np.errstate(invalid="ignore"):
        e = np.exp(z - z.max(axis=2, keepdims=True))
        a = np.nan_to_num(e / e.sum(axis=2, keepdims=True), nan=0.0)
    h = a @ v
    unfold = lambda x: x.reshape(B, n_heads, *x.shape[1:])
    y = np.concatenate([unfold(h)[:, i] for i in range(n_heads)], axis=2) @ W_O
    return {"Q": unfold(q), "K": unfold(k), "V": unfold(v), "S": unfold(s), "M": unfold(m),
            "A": unfold(a), "H": unfold(h), "Y": y}
