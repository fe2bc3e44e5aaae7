from enum import Enum

import numpy as np


class Obj(str, Enum):
    Q = "Q"
    K = "K"
    V = "V"
    S = "S"
    M = "M"
    A = "A"
    H = "H"
    Y = "Y"
    BATCH = "batch"


def want(X, W_Q, W_K, W_V, W_O, n, causal):
    X, W_Q, W_K, W_V, W_O = (np.asarray(a, float) for a in (X, W_Q, W_K, W_V, W_O))
    j = np.arange(X.shape[1])
    ok = (j < np.reshape(n, (-1, 1, 1))) & ((j <= j[:, None]) | (not causal))
    w = {Obj.Q: X @ W_Q, Obj.K: X @ W_K, Obj.V: X @ W_V}
    w[Obj.S] = np.einsum("bic,bjc->bij", w[Obj.Q], w[Obj.K]) / np.sqrt(W_Q.shape[1])
    w[Obj.M] = np.where(ok, 0.0, -np.inf)
    z = np.where(ok, w[Obj.S], -np.inf)
    top = z.max(-1, keepdims=True)
    e = np.exp(z - np.where(np.isneginf(top), 0, top))
    w[Obj.A] = e / np.where(ok.any(-1, keepdims=True), e.sum(-1, keepdims=True), 1)
    w[Obj.H] = w[Obj.A] @ w[Obj.V]
    w[Obj.Y] = w[Obj.H] @ W_O
    return w


def differs(got, w, rows):
    for name, target in w.items():
        g = np.asarray(got[name.value])
        if name is Obj.M:
            try:
                g = np.broadcast_to(g, target.shape)
            except ValueError:
                return name
        if g.shape != target.shape:
            return name
        g, t = g[rows], target[rows]
        good = np.array_equal(g, t) if name is Obj.M else np.allclose(g, t, rtol=1e-4, atol=1e-5)
        if name is Obj.A and g[w[Obj.M][rows] < 0].any():
            good = False
        if not good:
            return name


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    W = (W_Q, W_K, W_V, W_O)
    B, T, D = X.shape
    n = np.full(B, T) if lengths is None else lengths
    bad = differs(layer(X, *W, lengths=lengths, causal=causal), want(X, *W, n, causal), slice(None))
    if bad is not None:
        return bad
    rng = np.random.default_rng(5)
    top = 1 + np.abs(X).max(initial=0)
    batches = [(X[k], n[k], slice(None)) for k in ([], range(B)[::-1], *([b] for b in range(min(B, 9 + 20 // T))))]
    batches = [(X[list(k)], n[list(k)], slice(None)) for k in ((), range(B)[::-1], *((b,) for b in range(min(B, 9 + 20 // T))))] if B else batches
    for c in dict.fromkeys((1, 2, T - 1, T, T + B, T - B, 9 + 20 // T)):
        for f in (1, 100):
            for length in dict.fromkeys((T, 0, 1, T // 2)):
                if c > 0:
                    extra, m = (rng.normal(size=(c, T, D)) * f * top).astype(X.dtype), np.full(c, length, n.dtype)
                    batches.append((np.r_[X, extra], np.r_[n, m], slice(0, B)))
                    batches.append((np.r_[extra, X], np.r_[m, n], slice(c, None)))
    for b in range(min(B, 5)):
        if T > 1:
            extra = (rng.normal(size=(T - 1, T, D)) * top).astype(X.dtype)
            batches.append((np.r_[X[b : b + 1], extra], np.r_[n[b : b + 1], np.full(T - 1, T, n.dtype)], slice(0, 1)))
    batches.append((X, n, slice(None)))
    for x, m, rows in batches:
        try:
            got = layer(x, *W, lengths=None if lengths is None and (m == T).all() else m, causal=causal)
            if differs(got, want(x, *W, m, causal), rows) is not None:
                return Obj.BATCH
        except Exception:
            return Obj.BATCH
