"""The batched layer, with einsum."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    T = X.shape[1]
    Q = np.einsum("btd,dk->btk", X, W_Q)
    K = np.einsum("btd,dk->btk", X, W_K)
    V = np.einsum("btd,dv->btv", X, W_V)
    S = np.einsum("bik,bjk->bij", Q, K) / np.sqrt(K.shape[-1])

    M = np.zeros((1, T, T))
    if causal:
        M = M + np.triu(np.full((T, T), -np.inf), k=1)
    if lengths is not None:
        hidden = np.arange(T) >= np.asarray(lengths)[:, None]
        M = M + np.where(hidden, -np.inf, 0.0)[:, None, :]

    masked = S + M
    top = np.maximum(masked.max(axis=-1, keepdims=True), -1e300)
    E = np.exp(masked - top)
    A = E / np.maximum(E.sum(axis=-1, keepdims=True), 1e-300)
    H = np.einsum("bij,bjv->biv", A, V)
    Y = np.einsum("biv,vm->bim", H, W_O)
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
