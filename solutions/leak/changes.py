"""Ways to change tokens that a test of a layer may choose, and what they show.

A leak must show by all of them and the past must stand still under all of them, so that it does
not matter which one a test chooses.
"""

import numpy as np

RTOL, ATOL = 1e-4, 1e-5
"""What a sound layer may be off by; differences are counted in multiples of it."""

CLEAR, STILL = 30.0, 0.01


def drawn(X):
    """Random numbers in the shape of X, the same each time."""
    return np.random.default_rng(0).normal(size=X.shape)


AMOUNTS = (
    lambda X: X + 1,
    lambda X: X + 0.1,
    lambda X: X - 3,
    lambda X: -X,
    lambda X: 2 * X,
    lambda X: 0 * X,
    lambda X: X + 100,
    lambda X: 100 * X,
    lambda X: drawn(X),
    lambda X: X + drawn(X),
    lambda X: np.rint(3 * drawn(X)) + 0.25,
)


def is_shown(layer, X):
    """Whether each way of changing tokens moves an earlier output clearly."""
    return all(any(apart >= CLEAR for apart in tried) for tried in trials(layer, X))


def is_causal(layer, X):
    """Whether no way of changing tokens moves an earlier output by more than rounding."""
    return all(apart <= STILL for tried in trials(layer, X) for apart in tried)


def trials(layer, X):
    """For each way of changing tokens: how far outputs move, for every place that is tried."""
    T = X.shape[1]
    before = layer(X)
    for amount in AMOUNTS:
        other = amount(X.astype(float))
        later = [moved(layer, X, before, other, i, slice(i + 1, T)) for i in range(T - 1)]
        single = [moved(layer, X, before, other, i, slice(i + 1, i + 2)) for i in range(T - 1)]
        yield later
        yield single
        yield [moved(layer, X, before, other, i, slice(i + 1, T), i) for i in range(T - 1)]
    if T > 1:
        yield [distance(before[:, :t], layer(X[:, :t])) for t in range(1, T)]


def moved(layer, X, before, other, i, places, first=0):
    """How far outputs from `first` to i move when tokens at some places after i are others."""
    changed = X.astype(float)
    changed[:, places] = other[:, places]
    return distance(before[:, first : i + 1], layer(changed)[:, first : i + 1])


def distance(expected, got):
    """How many tolerances apart two arrays are."""
    apart = np.abs(got - expected) / (ATOL + RTOL * np.abs(expected))
    return float(np.max(apart, initial=0.0))
