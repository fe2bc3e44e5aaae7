import numpy as np
from itertools import chain, product


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    W = tuple(w.astype("f8") for w in (W_Q, W_K, W_V, W_O))
    B, T, D = X.shape
    n0 = np.full(B, T) if lengths is None else np.array(lengths)

    def truth(x, n):
        x = x.astype("f8")
        q, k, v = (x @ w for w in W[:3])
        s = q @ k.T / np.sqrt(q.shape[1])
        m = np.array([[0.0 if j < n and (j <= i or not causal) else -np.inf for j in range(T)] for i in range(T)])
        z = s + m
        e = np.exp(z - np.where(np.isneginf(z.max(1)), 0, z.max(1))[:, None])
        a = e / np.where(e.sum(1) == 0, 1, e.sum(1))[:, None]
        return dict(Q=q, K=k, V=v, S=s, M=m, A=a, H=(h := a @ v), Y=h @ W[3])

    truths = [truth(x, n) for x, n in zip(X, n0)]

    def right(name, got, want, m):
        if got.shape != want.shape:
            return False
        if name == "M":
            return bool((got == want).all())
        return bool(np.isclose(got, want, rtol=1e-4, atol=1e-5).all() and (name != "A" or not got[m != 0].any()))

    def faults(out, size, placed):
        """every object that is wrong for some placed item, in order"""
        for name in "QKVSMAHY":
            got = np.asarray(out[name])
            try:
                got = np.broadcast_to(got, (size, T, T)) if name == "M" else got
                ok = got.shape[:1] == (size,) and all(right(name, got[p], truths[b][name], truths[b]["M"]) for p, b in placed)
                if size == 0:
                    ok = got.shape == (0, T, {"Q": W[0].shape[1], "K": W[0].shape[1], "V": W[2].shape[1], "H": W[2].shape[1], "Y": D}.get(name, T))
            except ValueError:
                ok = False
            if not ok:
                yield name

    def ask(xs, ns):
        with_lengths = lengths is not None or (ns != T).any()
        return layer(xs, W_Q, W_K, W_V, W_O, lengths=ns if with_lengths else None, causal=causal)

    if first := next(faults(layer(X, W_Q, W_K, W_V, W_O, lengths=lengths, causal=causal), B, list(enumerate(range(B)))), None):
        return first

    rng = np.random.default_rng(B * 100 + T)
    top = 1 + abs(X.astype("f8")).max(initial=0)
    make = lambda c, f: (rng.normal(size=(c, T, D)) * f * top).astype(X.dtype)
    everyone = np.arange(B)

    def companies():
        yield from ((np.array(o, int), 0, 0, 1, T) for o in chain([[]], [[b] for b in everyone[:9]], [everyone[::-1]], [np.roll(everyone, k) for k in range(1, min(B, 4))]))
        yield from ((everyone, i, j, f, n) for (i, j), f, n in product(
            dict.fromkeys([(0, 1), (1, 0), (0, T), (T, 0), (1, 1), (0, T + B), (T + B, 0), (9, 9), (0, max(1, T - B))]), (1, 100), (T, 0, 1)))
        yield from ((np.array([b]), i, T - 1 - i, 1, T) for b in everyone[:4] for i in (0, T - 1))
        yield everyone, 0, 0, 1, T

    for order, i, j, f, n in companies():
        xs = np.concatenate([make(i, f), X[order], make(j, f)])
        ns = np.concatenate([np.full(i, n), n0[order], np.full(j, n)]).astype(n0.dtype)
        try:
            if next(faults(ask(xs, ns), len(xs), [(i + p, b) for p, b in enumerate(order)]), None):
                return "batch"
        except Exception:
            return "batch"
