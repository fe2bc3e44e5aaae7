import sys

import numpy as np

np.seterr(all="ignore")
sys.stderr.write("heads ahead\n")


def split_heads(X, n_heads):
    print("splitting", X.shape, "into", n_heads)
    d = X.shape[-1] // n_heads
    order = [c * 1 for h in range(n_heads) for c in range(h * d, h * d + d)]
    out = X[:, :, order].copy()
    out.shape = (*X.shape[:2], n_heads, d)
    return np.rollaxis(out, 2, 1)


def merge_heads(X):
    out = np.rollaxis(X, 1, 3).copy()
    out.shape = (*out.shape[:2], out.shape[2] * out.shape[3])
    return out


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    Q, K, V = (split_heads(np.dot(X, W).astype(np.longdouble), n_heads) for W in (W_Q, W_K, W_V))
    S = (Q[..., :, None, :] * K[..., None, :, :]).sum(-1)
    S = S / np.sqrt(np.longdouble(Q.shape[-1]))
    T = X.shape[1]
    M = np.zeros((len(X), 1, T, T))
    if causal:
        M[..., np.arange(T) > np.arange(T)[:, None]] = -np.inf
    if lengths is not None:
        for b, n in enumerate(lengths):
            M[b, ..., n:] = -np.inf
    A = S + M
    A -= A.max(axis=-1, keepdims=True)
    A = np.exp(A)
    A /= A.sum(axis=-1, keepdims=True)
    A[np.isnan(A)] = 0
    H = (A[..., None] * V[:, :, None]).sum(-2)
    return dict(zip("QKVSMAHY", (Q, K, V, S, M, A, H, merge_heads(H) @ W_O)))
