import math

import numpy as np


def one_item(x, y, wq, wk, wv, wo, n):
    q = x @ wq
    k = y @ wk
    v = y @ wv
    s = q @ k.T / math.sqrt(wk.shape[1])
    m = np.zeros(s.shape)
    m[:, n:] = -np.inf
    a = np.zeros(s.shape)
    for i in range(len(s)):
        if n > 0:
            e = np.exp(s[i, :n] - s[i, :n].max())
            a[i, :n] = e / e.sum()
    h = a @ v
    return q, k, v, s, m, a, h, x + h @ wo


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    B, Tt, dm = X_target.shape
    Ts = X_source.shape[1]
    dk, dv = W_Q.shape[1], W_V.shape[1]
    shapes = ((Tt, dk), (Ts, dk), (Ts, dv), (Tt, Ts), (Tt, Ts), (Tt, Ts), (Tt, dv), (Tt, dm))
    out = [np.zeros((B, *shape)) for shape in shapes]
    for b in range(B):
        n = Ts if source_lengths is None else int(source_lengths[b])
        for into, part in zip(out, one_item(X_target[b], X_source[b], W_Q, W_K, W_V, W_O, n)):
            into[b] = part
    return dict(zip("QKVSMAHY", out))
