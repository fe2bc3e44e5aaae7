from collections import OrderedDict

import numpy as np


def frozen(a):
    a = np.asarray(a)
    a.flags.writeable = False
    return a


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, _ = X.shape
    d_k, d_v = W_Q.shape[1], W_V.shape[1]
    everything = X @ np.hstack([W_Q, W_K, W_V])
    Q, K, V = everything[..., :d_k], everything[..., d_k : 2 * d_k], everything[..., 2 * d_k :]
    S = (K @ Q.transpose(0, 2, 1)).transpose(0, 2, 1) / np.sqrt(d_k)
    allowed = np.tri(T, dtype=bool) if causal else np.ones((1, 1), dtype=bool)
    if lengths is not None:
        allowed = allowed & (np.arange(T) < lengths.reshape(-1, 1, 1))
    M = np.broadcast_to(np.where(allowed, 0, -np.inf), (B, T, T))
    top = np.where(allowed, S, -np.inf).max(-1, keepdims=True)
    top = np.where(top == -np.inf, 0, top)
    E = np.where(allowed, np.exp(np.where(allowed, S - top, 0)), 0)
    A = np.asfortranarray(E / np.where(E.any(-1, keepdims=True), E.sum(-1, keepdims=True), 1))
    H = np.einsum("bij,bjv->vbi", A, V).transpose(1, 2, 0)
    Y = np.tensordot(H, W_O, axes=1)
    out = OrderedDict(Y=Y.astype(np.longdouble), H=H, A=frozen(A), M=M, S=S)
    out.update(V=V, K=K, Q=frozen(Q))
    return out
