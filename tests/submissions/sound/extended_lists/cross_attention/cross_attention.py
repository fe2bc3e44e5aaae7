import numpy as np


def softmax(row):
    seen = [x for x in row if x != -np.inf]
    if not seen:
        return [0.0] * len(row)
    e = [np.exp(x - max(seen)) if x != -np.inf else 0.0 for x in row]
    return [x / sum(e) for x in e]


def one(target, source, W_Q, W_K, W_V, W_O, n):
    q, k, v = target @ W_Q, source @ W_K, source @ W_V
    s = (q @ k.T / np.sqrt(len(W_K[0]))).tolist()
    m = [[0.0 if j < n else float("-inf") for j in range(len(source))] for _ in target]
    a = [softmax([x + y for x, y in zip(*rows)]) for rows in zip(s, m)]
    h = np.array(a) @ v
    return q.tolist(), k.tolist(), v.tolist(), s, m, a, h.tolist(), (h @ W_O).tolist()


def cross_attention(X_target, X_source, W_Q, W_K, W_V, W_O, source_lengths=None):
    B, Tt, _ = X_target.shape
    Ts = X_source.shape[1]
    if B == 0:
        dk, dv, dm = W_K.shape[1], W_V.shape[1], W_O.shape[1]
        rows = [(Tt, dk), (Ts, dk), (Ts, dv), (Tt, Ts), (Tt, Ts), (Tt, Ts), (Tt, dv), (Tt, dm)]
        return {name: np.empty((0, *shape)) for name, shape in zip("QKVSMAHY", rows)}
    ns = [Ts] * B if source_lengths is None else source_lengths
    items = [one(x, y, W_Q, W_K, W_V, W_O, n) for x, y, n in zip(X_target, X_source, ns)]
    return {name: list(part) for name, part in zip("QKVSMAHY", zip(*items))}
