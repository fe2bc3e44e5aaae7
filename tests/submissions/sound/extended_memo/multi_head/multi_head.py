import functools

import numpy as np


@functools.lru_cache(maxsize=None)
def order(T, n, d):
    """Where each number of a head stands in the tokens, laid out flat."""
    return np.arange(T * n * d).reshape(T, n, d).transpose(1, 0, 2).ravel()


@functools.lru_cache(maxsize=None)
def triangle(T):
    return np.where(np.arange(T)[:, None] < np.arange(T), -np.inf, 0.0)


def split_heads(X, n_heads):
    B, T, w = X.shape
    return X.reshape(B, T * w)[:, order(T, n_heads, w // n_heads)].reshape(B, n_heads, T, w // n_heads)


def merge_heads(X):
    B, n, T, d = X.shape
    out = np.empty((B, T * n * d), X.dtype)
    out[:, order(T, n, d)] = X.reshape(B, T * n * d)
    return out.reshape(B, T, n * d)


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    Q, K, V = (split_heads(X @ W, n_heads) for W in (W_Q, W_K, W_V))
    T = X.shape[1]
    S = Q @ K.transpose(0, 1, 3, 2) / np.sqrt(Q.shape[-1])
    M = triangle(T) if causal else np.zeros(1)
    if lengths is not None:
        M = np.minimum(M, np.where(np.arange(T) < lengths[:, None, None, None], 0, -np.inf))
    Z = S + M
    top = Z.max(-1, keepdims=True)
    E = np.exp(Z - np.where(top > -np.inf, top, 0))
    A = E * np.reciprocal(np.where(top > -np.inf, E.sum(-1, keepdims=True), 1))
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": merge_heads(H) @ W_O}
