import warnings

import numpy as np

warnings.filterwarnings("ignore", category=PendingDeprecationWarning)


def stacked(parts, shape):
    return np.array([np.asarray(p) for p in parts]).reshape(shape)


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    B, Tt, dm = X_target.shape
    Ts, dk, dv = X_source.shape[1], W_Q.shape[1], W_V.shape[1]
    rows = []
    for b in range(B):
        x, y = np.asmatrix(X_target[b]), np.asmatrix(X_source[b])
        q, k, v = x * W_Q, y * W_K, y * W_V
        s = q * k.T / dk**0.5
        n = Ts if source_lengths is None else source_lengths[b]
        m = np.asmatrix(np.zeros((Tt, Ts)))
        m[:, n:] = -np.inf
        a = np.asmatrix(np.zeros((Tt, Ts)))
        if n:
            seen = s[:, :n]
            e = np.exp(seen - seen.max(axis=1))
            a[:, :n] = e / e.sum(axis=1)
        h = a * v
        rows.append((q, k, v, s, m, a, h, h * W_O))
    shapes = [(Tt, dk), (Ts, dk), (Ts, dv), (Tt, Ts), (Tt, Ts), (Tt, Ts), (Tt, dv), (Tt, dm)]
    return {name: stacked([row[p] for row in rows], (B, *shapes[p])) for p, name in enumerate("QKVSMAHY")}
