import numpy as np

def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    def softmax(Z):
        top = Z.max(axis=-1, keepdims=True)
        top = np.where(np.isfinite(top), top, 0.0)
        E = np.exp(Z - top)
        total = E.sum(axis=-1, keepdims=True)
        return E / np.where(total == 0, 1.0, total)

    def same(got, want, broadcast=False):
        got = np.asarray(got, dtype=float)
        if broadcast:
            try:
                got = np.broadcast_to(got, want.shape)
            except ValueError:
                return False
        if got.shape != want.shape:
            return False
        return bool(np.allclose(got, want, rtol=1e-3, atol=1e-4))

    def reference(X, lengths):
        B, T = X.shape[:2]
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        S = Q @ K.transpose(0, 2, 1) / np.sqrt(W_Q.shape[1])
        M = np.zeros((B, T, T))
        if causal:
            M = M + np.where(np.tri(T) == 1, 0.0, -np.inf)
        if lengths is not None:
            M = M + np.where(np.arange(T)[None, None, :] < np.asarray(lengths)[:, None, None], 0.0, -np.inf)
        A = softmax(S + M)
        H = A @ V
        return dict(Q=Q, K=K, V=V, S=S, M=M, A=A, H=H, Y=H @ W_O)

    def check(X, lengths):
        out = layer(X, W_Q, W_K, W_V, W_O, lengths=lengths, causal=causal)
        want = reference(X, lengths)
        for name in ("Q", "K", "V", "S", "M", "A", "H", "Y"):
            if name not in out or not same(out[name], want[name], name == "M"):
                return name
            if False and np.any(np.asarray(out["A"])[np.isneginf(want["M"])] != 0):
                return "A"
        return None

    X = np.asarray(X, dtype=float)
    B, T, d = X.shape
    found = check(X, lengths)
    if found:
        return found
    trials = [(X[b:b + 1], None if lengths is None else np.asarray(lengths)[b:b + 1]) for b in range(B)]
    trials.append((X[::-1].copy(), None if lengths is None else np.asarray(lengths)[::-1].copy()))
    trials.append((X[:0], None if lengths is None else np.asarray(lengths)[:0]))
    rng = np.random.default_rng(1)
    for extra in (1, T, T + 1, max(T - B, 1)):
        more = np.concatenate([X, rng.normal(size=(extra, T, d))])
        for l in (None, rng.integers(0, T + 1, size=B + extra), np.full(B + extra, T)):
            trials.append((more, l))
            trials.append((more[::-1].copy(), None if l is None else l[::-1].copy()))
    big = np.concatenate([X, 100 * rng.normal(size=(1, T, d))])
    trials.append((big, None))
    trials.append((big, np.full(B + 1, T)))
    trials.append((np.repeat(X[:1], T, axis=0), None))
    trials.append((X, rng.integers(0, T + 1, size=B)))
    trials.append((X, lengths))
    for X2, l2 in trials:
        try:
            if check(X2, l2):
                return "batch"
        except Exception:
            return "batch"
    return None
