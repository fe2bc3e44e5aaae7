"""Stage audit, one good answer: recompute every object, then put the items in other company."""

import numpy as np

from ..batching import reference as right

OBJECTS = ("Q", "K", "V", "S", "M", "A", "H", "Y")
RTOL, ATOL = 1e-4, 1e-5
"""What a sound layer may be off by."""


def audit(layer, X, W_Q, W_K, W_V, W_O, lengths, causal):
    """The first incorrect object, `batch` where only company shows a fault, else None."""
    weights = (W_Q, W_K, W_V, W_O)
    wrong = first_wrong(
        layer(X, *weights, lengths=lengths, causal=causal), due(X, *weights, lengths, causal)
    )
    if wrong is not None:
        return wrong
    for other_X, other_lengths in companies(X, lengths):
        try:
            got = layer(other_X, *weights, lengths=other_lengths, causal=causal)
            wrong = first_wrong(got, due(other_X, *weights, other_lengths, causal))
        except Exception:  # noqa: BLE001 - it did not raise before: company makes it raise
            return "batch"
        if wrong is not None:
            return "batch"
    return None


def due(X, W_Q, W_K, W_V, W_O, lengths, causal):
    """Every object as it should be."""
    Q, K, V = (step(X, W_Q, W_K, W_V, lengths) for step in (right.Q, right.K, right.V))
    S = right.S(Q, K, X, W_V, lengths, causal)
    M = right.M(X, W_Q, W_K, lengths, causal)
    A = right.A(S, M, W_Q, lengths)
    H = right.H(A, V, X, W_Q, W_K, lengths)
    Y = right.Y(H, X, W_V, W_O, lengths)
    return dict(zip(OBJECTS, (Q, K, V, S, M, A, H, Y), strict=True))


def first_wrong(got, expected):
    """The first object that is not as expected, or None."""
    for name in OBJECTS:
        value = np.asarray(got[name])
        if name == "M":
            value = in_full(value, expected["M"].shape)
        if not agrees(value, expected[name]):
            return name
        if name == "A" and value[np.isneginf(expected["M"])].any():
            return name
    return None


def in_full(M, shape):
    """M broadcast to the shape where that is possible, else as it is."""
    try:
        return np.broadcast_to(M, shape)
    except ValueError:
        return M


def agrees(value, expected):
    """Equal shapes, and every entry within the tolerance; NaN agrees with nothing."""
    if value.shape != expected.shape:
        return False
    with np.errstate(invalid="ignore"):
        near = np.abs(value - expected) <= ATOL + RTOL * np.abs(expected)
    return bool(np.all(near & np.isfinite(expected) | (value == expected)))


def companies(X, lengths):
    """Other batches with the same items in them, as (X, lengths)."""
    B, T, _ = X.shape
    everyone = list(range(B))
    orders = [[], everyone[::-1], [*everyone[1:], 0], [0, 0], *([b] for b in everyone)]
    orders += [[k % B for k in range(size)] for size in (T, T + 1, 2 * B, B + 1)]
    for order in orders:
        yield X[order], None if lengths is None else lengths[order]
    turned = 100 * X
    turned[:, 1::2] *= -1  # so that some of the large scores are above 0, whatever X is
    yield from mixed(X, 100 * X + 1, lengths, T)
    yield from mixed(X, turned, lengths, T)
    yield from mixed(X, X[::-1, ::-1] + 1, lengths, T)
    own = np.full(B, T) if lengths is None else lengths
    for b in everyone:
        for length in range(T + 1):
            others = np.full(B, length, dtype=own.dtype)
            others[b] = own[b]
            yield X, others


def mixed(X, others, lengths, T):
    """The items of X with others before them, after them, and in between."""
    for first, second in ((X, others), (others, X)):
        both = np.concatenate([first, second])
        yield both, None if lengths is None else np.concatenate([lengths, lengths])
    for length in (0, 1, T):
        own = np.full(len(X), T) if lengths is None else lengths
        theirs = np.full_like(own, length)
        yield np.concatenate([others, X]), np.concatenate([theirs, own])
    for b in range(len(X)):
        between = X.copy()
        between[b] = others[b]
        yield between, lengths
