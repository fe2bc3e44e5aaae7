import numpy as np


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    Q = np.einsum("btd,dk->btk", X, W_Q)
    K = np.einsum("btd,dk->btk", X, W_K)
    V = np.einsum("btd,dv->btv", X, W_V)
    S = np.einsum("bik,bjk->bij", Q, K) / np.sqrt(Q.shape[-1])
    keys = np.arange(T)
    allowed = np.ones((B, T, T), dtype=bool)
    if causal:
        allowed &= keys[None, None, :] <= keys[None, :, None]
    if lengths is not None:
        allowed &= keys[None, None, :] < np.asarray(lengths)[:, None, None]
    M = np.where(allowed, 0.0, -np.inf)
    Z = np.where(allowed, S, -np.inf)
    top = np.max(Z, axis=2, keepdims=True)
    e = np.exp(Z - np.where(np.isfinite(top), top, 0.0)) * allowed
    total = np.einsum("bij->bi", e)[:, :, None]
    A = e / np.where(total > 0, total, 1.0)
    H = np.einsum("bij,bjv->biv", A, V)
    Y = np.einsum("biv,vd->bid", H, W_O)
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}
