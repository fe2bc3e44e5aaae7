import numpy as np


def split_heads(X, n_heads):
    return np.einsum("btnd->bntd", X.reshape(X.shape[0], X.shape[1], n_heads, X.shape[2] // n_heads))


def merge_heads(X):
    return np.einsum("bntd->btnd", X).reshape(X.shape[0], X.shape[2], X.shape[1] * X.shape[3])


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    m = X.shape[2]
    Q, K, V = (np.einsum("btm,mnd->bntd", X, W.reshape(m, n_heads, -1)) for W in (W_Q, W_K, W_V))
    S = np.einsum("bnid,bnjd->bnij", Q, K) / np.sqrt(W_Q.shape[1] / n_heads)
    i, j = np.ogrid[: X.shape[1], : X.shape[1]]
    ok = (j <= i) if causal else (j >= 0) & (i >= 0)
    ok = ok[None, None]
    if lengths is not None:
        ok = ok & (j < np.asarray(lengths).reshape(-1, 1, 1, 1))
    M = np.where(ok, 0.0, -np.inf)
    x = np.where(ok, S, -np.inf)
    top = x.max(axis=3, keepdims=True)
    e = np.exp(x - np.where(np.isfinite(top), top, 0.0))
    z = e.sum(axis=3, keepdims=True)
    A = e / np.where(z > 0, z, 1)
    H = np.einsum("bnij,bnjd->bnid", A, V)
    Y = np.einsum("bntd,ndm->btm", H, W_O.reshape(n_heads, -1, W_O.shape[1]))
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=Y)
