import numpy as np

ORDER = ["Q", "K", "V", "S", "M", "A", "H", "Y", "batch"]


class Finding(Exception):
    def __init__(self, name, why):
        super().__init__(f"{name}: {why}")
        self.object = name


def expect(condition, name, why):
    if not condition:
        raise Finding(name, why)


def close(a, b):
    return np.allclose(a, b, rtol=1e-4, atol=1e-5)


def examine(out, X, W_Q, W_K, W_V, W_O, n, causal, items):
    X, W_Q, W_K, W_V, W_O = (a.astype(np.float64) for a in (X, W_Q, W_K, W_V, W_O))
    B, T, d_model = X.shape
    o = {k: np.array(out[k], dtype=np.float64) for k in "QKVSMAHY"}
    for name, W in (("Q", W_Q), ("K", W_K), ("V", W_V)):
        expect(o[name].shape == (B, T, W.shape[1]), name, "shape")
        expect(close(o[name][items], (X @ W)[items]), name, "values")
    S = np.stack([(x @ W_Q) @ (x @ W_K).T for x in X]) / np.sqrt(W_Q.shape[1]) if B else np.zeros((0, T, T))
    expect(o["S"].shape == (B, T, T), "S", "shape")
    expect(close(o["S"][items], S[items]), "S", "values or scale")
    try:
        M = np.broadcast_to(o["M"], (B, T, T))
    except ValueError:
        raise Finding("M", "shape") from None
    i, j = np.indices((T, T))
    forbidden = np.stack([(j >= k) | ((j > i) if causal else (j < 0)) for k in n]) if B else np.zeros((0, T, T), bool)
    expect(not np.isnan(M[items]).any(), "M", "NaN")
    expect((M[items][~forbidden[items]] == 0).all(), "M", "an allowed place is not 0")
    expect(np.isneginf(M[items][forbidden[items]]).all(), "M", "a forbidden place is not -inf")
    A = o["A"]
    expect(A.shape == (B, T, T), "A", "shape")
    expect(np.isfinite(A[items]).all(), "A", "not finite")
    expect((A[items][forbidden[items]] == 0).all(), "A", "no exact zero")
    sums = A[items].sum(-1)
    live = ~forbidden[items].all(-1)
    expect(close(sums, live.astype(float)), "A", "row sums")
    Z = np.where(forbidden, -np.inf, S)
    top = np.where(forbidden.all(-1), 0.0, Z.max(-1))[..., None]
    E = np.exp(Z - top)
    right = E / np.where(E.sum(-1, keepdims=True) == 0, 1, E.sum(-1, keepdims=True))
    expect(close(A[items], right[items]), "A", "values")
    expect(o["H"].shape == (B, T, W_V.shape[1]), "H", "shape")
    expect(close(o["H"][items], (right @ (X @ W_V))[items]), "H", "values")
    expect(o["Y"].shape == (B, T, d_model), "Y", "shape")
    expect(close(o["Y"][items], (right @ (X @ W_V) @ W_O)[items]), "Y", "values")


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d_model = X.shape
    weights = (W_Q, W_K, W_V, W_O)
    n = [T] * B if lengths is None else list(map(int, lengths))

    def call(x, m):
        m = np.array(m, dtype=np.int32 if lengths is None else lengths.dtype)
        return layer(x, *weights, lengths=None if lengths is None and (m == T).all() else m, causal=causal)

    try:
        examine(layer(X, *weights, lengths=lengths, causal=causal), X, *weights, n, causal, slice(None))
    except Finding as finding:
        return finding.object

    rng = np.random.default_rng(31)
    amplitude = 1.0 + np.abs(X.astype(np.float64)).max(initial=0.0)

    def fresh(count, factor):
        return (rng.normal(size=(count, T, d_model)) * factor * amplitude).astype(X.dtype)

    def situations():
        yield X[:0], [], slice(None)
        for b in range(min(B, 10)):
            yield X[b : b + 1], n[b : b + 1], slice(None)
        yield X[::-1], n[::-1], slice(None)
        for _ in range(3):
            p = rng.permutation(B)
            yield X[p], [n[k] for k in p], slice(None)
        for count in dict.fromkeys([1, 2, T - 1, T, T - B, T + B, 9 + 20 // T]):
            if count < 1:
                continue
            for factor in (1.0, 100.0):
                for length in dict.fromkeys([T, 0, 1, (T + 1) // 2]):
                    yield np.concatenate([X, fresh(count, factor)]), n + [length] * count, slice(0, B)
                    yield np.concatenate([fresh(count, factor), X]), [length] * count + n, slice(count, None)
        for b in range(min(B, 5)):
            for count in {1, T - 1, T} - {0}:
                yield np.concatenate([X[b : b + 1], fresh(count, 1)]), [n[b]] + [T] * count, slice(0, 1)
                yield np.concatenate([fresh(count, 1), X[b : b + 1]]), [T] * count + [n[b]], slice(count, None)
        yield X, n, slice(None)

    for x, m, items in situations():
        try:
            examine(call(x, m), x, *weights, m, causal, items)
        except Exception:
            return ORDER[-1]
    return None
