import math

import numpy as np


def matmul(a, b, width):
    return [[sum(float(x) * float(b[k][c]) for k, x in enumerate(row)) for c in range(width)] for row in a]


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    B, Tt, _ = X_target.shape
    Ts = X_source.shape[1]
    dk, dv, dm = W_Q.shape[1], W_V.shape[1], W_O.shape[1]
    out = {key: [] for key in "QKVSMAHY"}
    for b in range(B):
        q = matmul(X_target[b], W_Q, dk)
        k = matmul(X_source[b], W_K, dk)
        v = matmul(X_source[b], W_V, dv)
        n = Ts if source_lengths is None else int(source_lengths[b])
        s, a, h = [], [], []
        for i in range(Tt):
            s.append([sum(x * y for x, y in zip(q[i], k[j])) / math.sqrt(dk) for j in range(Ts)])
            best = max(s[i][:n]) if n else 0.0
            e = [math.exp(s[i][j] - best) if j < n else 0.0 for j in range(Ts)]
            a.append([x / sum(e) for x in e] if n else e)
            h.append([sum(a[i][j] * v[j][c] for j in range(Ts)) for c in range(dv)])
        for key, value in zip("QKVSAH", (q, k, v, s, a, h)):
            out[key].append(value)
        out["M"].append([[0.0 if j < n else -math.inf for j in range(Ts)]])
        out["Y"].append(matmul(h, W_O, dm))
    shapes = dict(Q=(Tt, dk), K=(Ts, dk), V=(Ts, dv), S=(Tt, Ts), M=(1, Ts), A=(Tt, Ts), H=(Tt, dv), Y=(Tt, dm))
    return {key: value if B else np.zeros((0, *shapes[key])) for key, value in out.items()}
