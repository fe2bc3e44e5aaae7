import numpy as np


def near(a, b):
    a = np.asarray(a, dtype=np.float64)
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= 1e-5 + 1e-4 * np.abs(b)))


def full_mask(B, T, lengths, causal):
    M = np.zeros((B, T, T))
    if causal:
        M += np.triu(np.full((T, T), -np.inf), 1)
    if lengths is not None:
        for b, n in enumerate(lengths):
            M[b, :, n:] = -np.inf
    return M


def weights(Z):
    A = np.zeros(Z.shape)
    live = Z.max(axis=-1) > -np.inf
    E = np.exp(Z[live] - Z[live].max(axis=-1, keepdims=True))
    A[live] = E / E.sum(axis=-1, keepdims=True)
    return A


def inspect_one(out, X, W, lengths, causal):
    """Each object against the right step on the layer's own earlier objects."""
    X, W_Q, W_K, W_V, W_O = (np.asarray(a, dtype=np.float64) for a in (X, *W))
    B, T, _ = X.shape
    own = {}
    for name in "QKVSAHY":
        own[name] = np.asarray(out[name], dtype=np.float64)
    M = full_mask(B, T, lengths, causal)
    for name, W_ in (("Q", W_Q), ("K", W_K), ("V", W_V)):
        if not near(own[name], X @ W_):
            return name
    if not near(own["S"], (X @ W_Q) @ (X @ W_K).swapaxes(1, 2) / np.sqrt(W_Q.shape[1])):
        return "S"
    try:
        if not np.array_equal(np.broadcast_to(np.asarray(out["M"], dtype=np.float64), M.shape), M):
            return "M"
    except ValueError:
        return "M"
    A = weights((X @ W_Q) @ (X @ W_K).swapaxes(1, 2) / np.sqrt(W_Q.shape[1]) + M)
    if not near(own["A"], A) or own["A"][M < 0].any():
        return "A"
    if not near(own["H"], own["A"] @ own["V"]) and not near(own["H"], A @ (X @ W_V)):
        return "H"
    if not near(own["Y"], own["H"] @ W_O) and not near(own["Y"], A @ (X @ W_V) @ W_O):
        return "Y"
    return None


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    W = (W_Q, W_K, W_V, W_O)
    first_answer = layer(X, *W, lengths=lengths, causal=causal)
    verdict = inspect_one(first_answer, X, W, lengths, causal)
    if verdict:
        return verdict
    B, T, d = X.shape
    n = np.full(B, T, dtype=np.int64) if lengths is None else np.asarray(lengths)
    solo = {k: np.broadcast_to(np.asarray(first_answer[k], dtype=np.float64), (B, T, T)) if k == "M" else np.asarray(first_answer[k], dtype=np.float64)
            for k in "QKVSMAHY"}
    rng = np.random.default_rng(99)
    scale = 1 + np.abs(X).max(initial=0)

    def company(order, before=0, after=0, factor=1, length=None):
        extra = (rng.normal(size=(before + after, T, d)) * factor * scale).astype(X.dtype)
        length = T if length is None else length
        x = np.concatenate([extra[:before], X[order], extra[before:]])
        m = np.concatenate([np.full(before, length), n[order], np.full(after, length)]).astype(n.dtype)
        given = None if lengths is None and (m == T).all() else m
        answer = layer(x, *W, lengths=given, causal=causal)
        for k in "QKVSMAHY":
            value = np.asarray(answer[k], dtype=np.float64)
            if k == "M":
                value = np.broadcast_to(value, (len(x), T, T))
            if value.shape != (len(x),) + solo[k].shape[1:]:
                return False
            got, want = value[before : before + len(order)], solo[k][order]
            same = got == want if k == "M" else np.isclose(got, want, rtol=3e-4, atol=3e-5)
            if not same.all():
                return False
            if k == "A" and got[solo["M"][order] < 0].any():
                return False
        return True

    def plans():
        all_ = np.arange(B)
        yield (all_[:0],)
        yield (all_[::-1],)
        for b in all_[:10]:
            yield (all_[b : b + 1],)
        for k in range(1, min(B, 5)):
            yield (np.roll(all_, k),)
        for many in dict.fromkeys((1, 2, T, T + B, max(1, T - B), 9 + 20 // T)):
            for factor in (1, 100):
                for length in dict.fromkeys((T, 0, 1, T // 2)):
                    yield all_, many, 0, factor, length
                    yield all_, 0, many, factor, length
        for b in all_[:4]:
            for k in range(min(T, 4)):
                yield all_[b : b + 1], k, T - 1 - k
            yield all_[b : b + 1], 1, 0, 100
            yield all_[b : b + 1], 0, 1, 100
        yield (all_,)

    for plan in plans():
        try:
            if not company(*plan):
                return "batch"
        except Exception:
            return "batch"
    return None
