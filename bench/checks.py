"""The small job as every rival gets it: four functions, three cases each. NumPy only."""

import numpy as np

FUNCTIONS = ("pair", "soften", "weigh", "head")
SIZES = ((3, 2), (4, 5), (6, 3))
TIMES = len(SIZES)


def arguments(function, k):
    """Arguments of case `k` of a function: one to three arrays."""
    T, d = SIZES[k]
    rng = np.random.default_rng([k, FUNCTIONS.index(function)])
    widths = {"pair": (d, d), "soften": (T,), "weigh": (T, d), "head": (d, d, d)}[function]
    return [rng.integers(-8, 9, (T, width)) / 4 for width in widths]


def expected(function, k):
    """What is right there: an array."""
    return _RIGHT[function](*arguments(function, k))


def check(function, k):
    """Raise AssertionError where a student's function is wrong on case `k`."""
    got = function(*arguments(function.__name__, k))
    assert np.allclose(got, expected(function.__name__, k), rtol=1e-4, atol=1e-5)


def _soften(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


_RIGHT = {
    "pair": lambda Q, K: Q @ K.T / np.sqrt(Q.shape[-1]),
    "soften": _soften,
    "weigh": lambda A, V: A @ V,
    "head": lambda Q, K, V: _soften(Q @ K.T / np.sqrt(Q.shape[-1])) @ V,
}
