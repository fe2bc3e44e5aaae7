import numpy as np
from numpy.lib.stride_tricks import as_strided


def split_heads(X, n_heads):
    X = np.ascontiguousarray(X)
    B, T, w = X.shape
    b, t, c = X.strides
    d = w // n_heads
    return as_strided(X, (B, n_heads, T, d), (b, d * c, t, c), writeable=False)


def merge_heads(X):
    B, n, T, d = X.shape
    out = np.empty((B, T, n * d), X.dtype, order="F")
    for h in range(n):
        out[:, :, h * d : (h + 1) * d] = X[:, h]
    out.setflags(write=False)
    return out


def multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, lengths=None, causal=True):
    Q, K, V = (split_heads(X @ W, n_heads) for W in (W_Q, W_K, W_V))
    B, _, T, dk = Q.shape
    S = np.matmul(Q, K.swapaxes(2, 3)) * (1.0 / np.sqrt(dk))
    hidden = np.zeros((B, 1, T, T), dtype=bool)
    if causal:
        hidden |= np.arange(T) > np.arange(T)[:, None]
    if lengths is not None:
        hidden |= np.arange(T) >= np.reshape(lengths, (B, 1, 1, 1))
    M = np.zeros(hidden.shape)
    np.putmask(M, hidden, -np.inf)
    M = np.broadcast_to(M, S.shape)
    A = np.ma.masked_array(S, np.broadcast_to(hidden, S.shape))
    top = A.max(axis=-1, keepdims=True).filled(0)
    E = np.ma.exp(A - top).filled(0)
    A = E / np.maximum(E.sum(-1, keepdims=True), 1e-300)
    H = A @ V
    return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=merge_heads(H) @ W_O)
