"""An audit: recompute every object, then ask the layer again in other company."""

import numpy as np

ORDER = ("Q", "K", "V", "S", "M", "A", "H", "Y")
MOST_NUMBERS = 90_000
MOST_CALLS = 150


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0.0))
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total > 0, total, 1.0)


def recompute(X, weights, lengths, causal):
    W_Q, W_K, W_V, W_O = (np.asarray(W, dtype=float) for W in weights)
    X = np.asarray(X, dtype=float)
    B, T, _ = X.shape
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    position = np.arange(T)
    allowed = np.ones((B, T, T), dtype=bool)
    if causal:
        allowed &= position[None, :] <= position[:, None]
    if lengths is not None:
        allowed &= position < np.asarray(lengths).reshape(-1, 1, 1)
    M = np.where(allowed, 0.0, -np.inf)
    A = softmax(S + M)
    H = A @ V
    return {"Q": Q, "K": K, "V": V, "S": S, "M": M, "A": A, "H": H, "Y": H @ W_O}


def agrees(name, got, want, forbidden, items):
    """Whether one object is right for the chosen items of the batch."""
    try:
        got = np.asarray(got, dtype=float)
        if name == "M":
            got = np.broadcast_to(got, want.shape)
    except (TypeError, ValueError):
        return False
    if got.shape != want.shape:
        return False
    got, want, forbidden = got[items], want[items], forbidden[items]
    if name == "M":
        return bool(np.array_equal(got, want))
    if name == "A" and np.any(got[forbidden] != 0):
        return False
    return bool(np.allclose(got, want, rtol=1e-4, atol=1e-5))


def first_wrong(got, want, items):
    if not isinstance(got, dict):
        return "Q"
    forbidden = np.isneginf(want["M"])
    for name in ORDER:
        if name not in got or not agrees(name, got[name], want[name], forbidden, items):
            return name
    return None


def companies(X, lengths):
    """Yield batches, their lengths, and the places in them whose right answers are sure.

    Every batch is put together from the items of X and from neighbours made from them: tokens in
    the other order, and numbers 100 times larger with another length.
    """
    B, T, _ = X.shape
    own_lengths = np.full(B, T) if lengths is None else np.asarray(lengths)
    places = np.arange(B)
    full, none = np.full(B, T), np.zeros(B, dtype=int)
    odd = X[:, ::-1]
    loud = 100 * X
    other_lengths = (own_lengths + 1) % (T + 1)
    shorter = np.maximum(own_lengths - 1, 1)

    def batch(parts, keep):
        return np.concatenate([x for x, _ in parts]), np.concatenate([n for _, n in parts]), keep

    own = (X, own_lengths)
    yield batch([own], places)                                   # the same once more
    yield X[:0], own_lengths[:0], places[:0]                     # nobody
    for b in range(min(B, 8)):
        yield X[b : b + 1], own_lengths[b : b + 1], [0]          # alone
    yield X[::-1], own_lengths[::-1], places                     # in another order
    yield np.roll(X, 1, axis=0), np.roll(own_lengths, 1), places
    yield batch([own, own], np.arange(2 * B))                    # twice
    for x, n in [(loud, other_lengths), (odd, other_lengths), (loud, own_lengths), (odd, none),
                 (loud[:, ::-1, ::-1], full)]:
        yield batch([own, (x, n)], places)                       # with others after it
        yield batch([(x, n), own], places + B)                   # and before it
    yield X, shorter, places                                     # other lengths
    yield batch([(X, shorter), (odd, full)], places)
    for size in sorted({2, 3, T - 1, T, T + 1, 2 * T, X.shape[2], 2 * B + 1}):
        if B and 1 < size:                                       # a given number of items
            copies = np.arange(size) % B
            yield X[copies], own_lengths[copies], np.arange(size)
            mixed, mixed_lengths = X[copies], own_lengths[copies]
            mixed[1:], mixed_lengths[1:] = loud[copies[1:]], other_lengths[copies[1:]]
            yield mixed, mixed_lengths, [0]                      # and one among that many others


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths=None, causal=True):
    X = np.asarray(X)
    weights = (W_Q, W_K, W_V, W_O)
    everybody = np.arange(len(X))

    got = layer(X, *weights, lengths=lengths, causal=causal)
    wrong = first_wrong(got, recompute(X, weights, lengths, causal), everybody)
    if wrong is not None:
        return wrong

    calls = 0
    T = X.shape[1]
    for batch, batch_lengths, items in companies(X, lengths):
        numbers = batch.size + sum(W.size for W in weights) + len(batch) * (T * T + 1)
        if numbers > MOST_NUMBERS:
            continue
        for given in ([batch_lengths] if lengths is not None else [None, batch_lengths]):
            if given is None and np.any(batch_lengths[items] != T):
                continue
            if calls == MOST_CALLS:
                return None
            calls += 1
            try:
                got = layer(batch, *weights, lengths=given, causal=causal)
            except Exception:
                return "batch"
            want = recompute(batch, weights, given, causal)
            if first_wrong(got, want, items) is not None:
                return "batch"
    return None
