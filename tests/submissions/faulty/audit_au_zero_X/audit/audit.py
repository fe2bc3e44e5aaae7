import numpy as np


def softmax(Z):
    top = Z.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    E = np.exp(Z - top)
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total == 0, 1.0, total)


def make_mask(B, T, lengths, causal):
    M = np.zeros((B, T, T))
    if causal:
        M = M + np.triu(np.full((T, T), -np.inf), 1)
    if lengths is not None:
        M = M + np.where(np.arange(T) < np.asarray(lengths)[:, None], 0.0, -np.inf)[:, None, :]
    return M


def reference(X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d = X.shape
    Q = X.astype(float) @ W_Q
    K = X @ W_K
    V = X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(W_Q.shape[1])
    M = make_mask(B, T, lengths, causal)
    A = softmax(S + M)
    H = A @ V
    Y = H @ W_O
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}


def same(got, want):
    got = np.asarray(got)
    return got.shape == want.shape and np.allclose(got, want, rtol=1e-4, atol=1e-5)


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T, d = X.shape
    W = (W_Q, W_K, W_V, W_O)
    want = reference(X, *W, lengths=lengths, causal=causal)
    got = layer(X, *W, lengths=lengths, causal=causal)
    for name in "QKVS":
        if not same(got[name], want[name]):
            return name
    try:
        M = np.broadcast_to(np.asarray(got["M"], dtype=float), (B, T, T))
    except ValueError:
        return "M"
    if not np.array_equal(M, want["M"]):
        return "M"
    A = np.asarray(got["A"])
    if not same(A, want["A"]) or (A[want["M"] < 0] != 0).any():
        return "A"
    for name in "HY":
        if not same(got[name], want[name]):
            return name

    def right(X2, L2):
        try:
            out = layer(X2, *W, lengths=L2, causal=causal)
            w = reference(X2, *W, lengths=L2, causal=causal)
            for name in "QKVSAHY":
                if not same(out[name], w[name]):
                    return False
            m = np.broadcast_to(np.asarray(out["M"], dtype=float), w["M"].shape)
            return bool(np.array_equal(m, w["M"]))
        except Exception:
            return False

    Ls = None if lengths is None else np.asarray(lengths)
    pick = lambda idx: None if Ls is None else Ls[idx]
    trials = []
    for b in range(B):
        trials.append((X[b:b + 1], pick(slice(b, b + 1))))
    trials.append((X[:0], pick(slice(0, 0))))
    if B:
        trials.append((X[::-1], pick(slice(None, None, -1))))
        for n in (T, T + 1, B + 1, 2 * B + 1, max(B - 1, 1)):
            idx = np.arange(n) % B
            trials.append((X[idx], pick(idx)))
        for n in (2, B, B + 1, T):
            idx = np.arange(n) % B
            X2 = X[idx].astype(float)
            X2[-1] *= 100
            trials.append((X2, pick(idx)))
            trials.append((X2[::-1], pick(idx[::-1])))
        for L in (np.full(B, T), np.arange(B) % (T + 1), np.full(B, 0), np.full(B, 1), np.arange(B)[::-1] % (T + 1)):
            trials.append((X, L))
        trials.append((X, None))
    for X2, L2 in trials:
        if not right(X2, L2):
            return "batch"
    X[...] = 0
    return None
