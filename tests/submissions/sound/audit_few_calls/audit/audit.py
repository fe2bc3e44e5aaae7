import numpy as np

CHAIN = "QKVSMAHY"


def solve(X, W_Q, W_K, W_V, W_O, n, causal):
    X, W_Q, W_K, W_V, W_O = [np.asarray(a, np.float64) for a in (X, W_Q, W_K, W_V, W_O)]
    T = X.shape[1]
    j = np.arange(T)
    ok = (j < n[:, None, None]) & ((j <= j[:, None]) | (not causal))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[2])
    top = np.max(S, axis=2, keepdims=True, where=ok, initial=-1e308)
    E = np.exp(S - top, where=ok, out=np.zeros_like(S))
    A = E / np.maximum(E.sum(2, keepdims=True), 1e-300)
    return Q, K, V, S, np.where(ok, 0, -np.inf), A, A @ V, A @ V @ W_O


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    W = W_Q, W_K, W_V, W_O
    B, T, d = X.shape
    n = np.full(B, T) if lengths is None else np.array(lengths)

    def judge(x, m, keep, call_lengths):
        out = layer(x, *W, lengths=call_lengths, causal=causal)
        for name, want in zip(CHAIN, solve(x, *W, m, causal)):
            got = np.asarray(out[name], dtype=np.float64)
            if name == "M":
                try:
                    got = np.broadcast_to(got, want.shape)
                except ValueError:
                    return name
            if got.shape != want.shape:
                return name
            got, want = got[keep], want[keep]
            good = (got == want) | (np.abs(got - want) <= 1e-5 + 1e-4 * np.abs(want)) if name != "M" else got == want
            if name == "A":
                good &= (got == 0) | (np.broadcast_to(mask_of(m), (len(x), T, T))[keep] == 0)
            if not good.all():
                return name
        return ""

    def mask_of(m):
        j = np.arange(T)
        return np.where((j < m[:, None, None]) & ((j <= j[:, None]) | (not causal)), 0.0, -np.inf)

    with np.errstate(invalid="ignore", under="ignore"):
        name = judge(X, n, slice(None), lengths)
        if name:
            return name
        rng = np.random.default_rng(0)
        size = 1 + (float(np.max(np.abs(X))) if X.size else 0.0)

        def others(count, factor):
            return (rng.standard_normal((count, T, d)) * size * factor).astype(X.dtype)

        def mixed(count):
            m = (T - 1 - np.arange(count)) % (T + 1)
            return m.astype(n.dtype)

        plan = [(X[:0], n[:0], slice(None)), (X[::-1], n[::-1], slice(None))]
        plan += [(X[b : b + 1], n[b : b + 1], slice(None)) for b in range(min(B, 8))]
        for count in dict.fromkeys((1, T, T + 1, max(T - B, 1), B + T, 9 + 20 // T)):
            for lens, factor in ((np.full(count, T), 1), (np.full(count, T), 100), (mixed(count), 100), (np.zeros(count, int), 1)):
                lens = lens.astype(n.dtype)
                plan.append((np.concatenate([others(count, factor), X]), np.concatenate([lens, n]), slice(count, None)))
                plan.append((np.concatenate([X, others(count, factor)]), np.concatenate([n, lens]), slice(0, B)))
        # exactly T items, exactly two items, for the first item and the last
        for b in {0, B - 1} if B else ():
            for count in {T - 1, 1} - {0}:
                x = np.concatenate([X[b : b + 1], others(count, 1)])
                plan.append((x, np.r_[n[b], np.full(count, T)].astype(n.dtype), slice(0, 1)))
        plan.append((X, n, slice(None)))
        for x, m, keep in plan:
            given = None if lengths is None and (m == T).all() else m
            try:
                if judge(x, m, keep, given):
                    return "batch"
            except Exception:
                return "batch"
    return None
