import numpy as np


def split_heads(X, n_heads):
    B, T, width = X.shape
    return X.reshape(B, T, n_heads, width // n_heads).transpose(0, 2, 1, 3)


def merge_heads(X):
    B, n, T, d = X.shape
    return X.transpose(0, 2, 1, 3).reshape(B, T, n * d)


def softmax(x):
    top = np.max(x, axis=-1, keepdims=True)
    e = np.exp(x - np.where(np.isfinite(top), top, 0))
    z = e.sum(axis=-1, keepdims=True)
    return e / np.where(z == 0, 1, z)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    B, T, d_model = X.shape
    Q = split_heads(X @ W_Q, n_heads)
    K = split_heads(X @ W_K, n_heads)
    V = split_heads(X @ W_V, n_heads)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    M = np.zeros((T, T))
    if causal:
        M = np.where(np.arange(T) > np.arange(T)[:, None], -np.inf, M)
    if lengths is not None:
        M = M + np.where(np.arange(T) < lengths[:, None, None, None], 0.0, -np.inf)
    A = softmax(S + M)
    A = np.repeat(A.mean(axis=1, keepdims=True), n_heads, axis=1)
    H = A @ V
    Y = merge_heads(H) @ W_O
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
