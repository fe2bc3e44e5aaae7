import functools

import numpy as np


def split_heads(X, n_heads):
    (B, T, w), d = X.shape, X.shape[-1] // n_heads
    return X.reshape(B * T, n_heads, d).swapaxes(0, 1).reshape(n_heads, B, T, d).swapaxes(0, 1)


def merge_heads(X):
    return functools.reduce(lambda left, right: np.append(left, right, axis=-1), (X[:, h] for h in range(X.shape[1])))


def heads(W, n):
    return W.reshape(W.shape[0], n, W.shape[1] // n).swapaxes(0, 1)


def masks(T, lengths, causal):
    yield np.ones((1, 1, T, T), dtype=bool)
    if causal:
        yield np.tril(np.ones((T, T), dtype=bool))
    if lengths is not None:
        yield (np.arange(T) < lengths[:, None])[:, None, None, :]


def multi_head_attention(x, wq, wk, wv, wo, n, *, lengths=None, causal=True):
    Q, K, V = (x[:, None] @ heads(w, n) for w in (wq, wk, wv))
    S = Q @ np.swapaxes(K, 2, 3) / np.sqrt(K.shape[3])
    keep = functools.reduce(np.logical_and, masks(x.shape[1], lengths, causal))
    M = np.select([keep], [0.0], -np.inf)
    Z = np.where(keep, S, -np.inf)
    lse = np.logaddexp.reduce(Z, axis=-1, keepdims=True)
    A = np.where(keep, np.exp(Z - np.where(np.isneginf(lse), 0, lse)), 0)
    H = A @ V
    Y = np.tensordot(H, wo.reshape(n, -1, wo.shape[1]), axes=([1, 3], [0, 1]))
    return {"Y": Y, "H": H, "A": A, "M": M, "S": S, "V": V, "K": K, "Q": Q}
