import math

import numpy as np


def item_truth(x, W_Q, W_K, W_V, W_O, length, causal):
    x = np.array(x, dtype=float)
    T = len(x)
    Q = x.dot(np.array(W_Q, dtype=float))
    K = x.dot(np.array(W_K, dtype=float))
    V = x.dot(np.array(W_V, dtype=float))
    S = np.zeros((T, T))
    M = np.zeros((T, T))
    A = np.zeros((T, T))
    for i in range(T):
        for j in range(T):
            S[i, j] = sum(Q[i] * K[j]) / math.sqrt(W_Q.shape[1])
            if j >= length or (causal and j > i):
                M[i, j] = -math.inf
        allowed = [j for j in range(T) if M[i, j] == 0]
        if allowed:
            top = max(S[i, j] for j in allowed)
            total = sum(math.exp(S[i, j] - top) for j in allowed)
            for j in allowed:
                A[i, j] = math.exp(S[i, j] - top) / total
    H = A.dot(V)
    Y = H.dot(np.array(W_O, dtype=float))
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": Y}


def near(got, want):
    got = np.asarray(got)
    if got.shape != want.shape:
        return False
    for g, w in zip(got.ravel().tolist(), want.ravel().tolist()):
        if g == w:
            continue
        if math.isinf(w) or not abs(g - w) <= 1e-5 + 1e-4 * abs(w):
            return False
    return True


def fits(name, got, truths):
    """got: a whole object; truths: list of (place in the batch, truth), places may be left out"""
    B, T = got["places"], got["T"]
    value = np.asarray(got["out"][name])
    if name == "M":
        try:
            value = np.broadcast_to(value, (B, T, T))
        except ValueError:
            return False
    if value.ndim != 3 or value.shape[0] != B:
        return False
    for place, truth in truths:
        if not near(value[place], truth[name]):
            return False
        if name == "A":
            for i in range(T):
                for j in range(T):
                    if truth["M"][i, j] != 0 and value[place][i, j] != 0:
                        return False
    return True


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    B, T = X.shape[0], X.shape[1]
    ls = [T] * B if lengths is None else [int(n) for n in lengths]
    truths = [item_truth(X[b], W_Q, W_K, W_V, W_O, ls[b], causal) for b in range(B)]
    names = ["Q", "K", "V", "S", "M", "A", "H", "Y"]

    def ask(items, item_lengths, with_lengths):
        stack = np.array(items, dtype=X.dtype).reshape((len(items),) + X.shape[1:])
        n = np.array(item_lengths, dtype=int) if with_lengths else None
        out = layer(stack, W_Q, W_K, W_V, W_O, lengths=n, causal=causal)
        return {"out": out, "places": len(items), "T": T}

    got = ask(list(X), ls, lengths is not None)
    for name in names:
        if not fits(name, got, list(enumerate(truths))):
            return name

    rng = np.random.RandomState(0)

    def stranger(size):
        values = rng.uniform(-1, 1, X.shape[1:]) * size * (1 + np.abs(X).max())
        return values.astype(X.dtype)

    def still_right(order, before, after, l_before, l_after):
        items = before + [X[b] for b in order] + after
        ll = l_before + [ls[b] for b in order] + l_after
        with_lengths = lengths is not None or any(n != T for n in ll)
        try:
            got = ask(items, ll, with_lengths)
            where = [(len(before) + p, truths[b]) for p, b in enumerate(order)]
            return all(fits(name, got, where) for name in names)
        except Exception:
            return False

    everyone = list(range(B))
    plans = [(everyone, [], [], [], []), ([], [], [], [], []), (everyone[::-1], [], [], [], [])]
    for b in everyone[:10]:
        plans.append(([b], [], [], [], []))
    for count in sorted({1, 2, T - 1, T, T + B, 9 + 20 // T} - {0}):
        for size in (1, 100):
            for n in (T, 0, 1, T // 2):
                plans.append((everyone, [], [stranger(size) for _ in range(count)], [], [n] * count))
                plans.append((everyone, [stranger(size) for _ in range(count)], [], [n] * count, []))
    for b in everyone[:5]:
        for count in (1, T - 1, T):
            plans.append(([b], [stranger(100) for _ in range(count)], [], [T] * count, []))
            plans.append(([b], [], [stranger(1) for _ in range(count)], [], [T] * count))
    for plan in plans[:190]:
        if not still_right(*plan):
            return "batch"
    return None
