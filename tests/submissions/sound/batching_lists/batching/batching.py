import math

import numpy as np

NAMES = ("Q", "K", "V", "S", "M", "A", "H", "Y")


def product(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]


def one_sequence(x, wq, wk, wv, wo, n, causal):
    T = len(x)
    q, k, v = product(x, wq), product(x, wk), product(x, wv)
    root = math.sqrt(len(wq[0]))
    s = [[sum(a * b for a, b in zip(qi, kj)) / root for kj in k] for qi in q]
    m = [[0.0 if j < n and (not causal or j <= i) else -math.inf for j in range(T)] for i in range(T)]
    a = []
    for si, mi in zip(s, m):
        z = [p + r for p, r in zip(si, mi)]
        top = max(z)
        e = [0.0 if r < 0 else math.exp(p - top) for p, r in zip(z, mi)]
        n_i = sum(e) or 1.0
        a.append([w / n_i for w in e])
    h = product(a, v)
    return q, k, v, s, m, a, h, product(h, wo)


def self_attention(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    d_k, d_v = W_Q.shape[1], W_V.shape[1]
    if B == 0:
        widths = (d_k, d_k, d_v, T, T, T, d_v, d_model)
        return {name: np.zeros((0, T, w)) for name, w in zip(NAMES, widths)}
    weights = [W.tolist() for W in (W_Q, W_K, W_V, W_O)]
    lengths = [T] * B if lengths is None else lengths.tolist()
    out = {name: [] for name in NAMES}
    for x, n in zip(X.tolist(), lengths):
        for name, value in zip(NAMES, one_sequence(x, *weights, n, causal)):
            out[name].append(value)
    return out
