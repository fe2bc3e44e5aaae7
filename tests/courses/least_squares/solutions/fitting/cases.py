"""Stage fitting, the hidden cases."""

import numpy as np

from autograder.authoring import Case

T = np.arange(5) / 4


def decay(p):
    """Two parameters, five values."""
    return p[0] * np.exp(p[1] * T)


def bend(p):
    """Three parameters, five values."""
    return p[0] + p[1] * T + np.sin(p[2] * T)


def jacobian(rng):
    yield Case("two parameters", (decay, np.array([2.0, -1.0])))
    yield Case("step 0.5", (decay, np.array([1.0, 1.5])), {"step": 0.5})
    yield Case("three parameters", (bend, rng.integers(2, 9, 3) / 4))


def gauss_newton(rng):
    yield Case("two parameters", (decay, np.array([2.0, -1.0]), 2 * T + 1))
    yield Case("three parameters", (bend, rng.integers(2, 9, 3) / 4, 3 - T))


def first_wrong(rng):
    for name, spoil, verdict in SOLVERS:
        A = rng.integers(-4, 5, (4, 2)) / 4 + 3 * np.eye(4, 2)
        b = rng.integers(-8, 9, 4) / 4 + 5
        yield Case("a solver", (solver(spoil), A, b), expected={"verdict": verdict}, kind=name)


def solver(spoil):
    """A solver with this fault."""

    def solve(A, b):
        Q, R = np.linalg.qr(A)
        return spoil({"Q": Q, "R": R, "x": np.linalg.solve(R, Q.T @ b)})

    return solve


SOLVERS = (
    ("sound", lambda made: made, None),
    ("columns of length 2", lambda made: {**made, "Q": 2 * made["Q"]}, "Q"),
    ("Q of another matrix", lambda made: {**made, "Q": np.eye(*made["Q"].shape)}, "R"),
    ("R lower", lambda made: {**made, "R": made["R"].T}, "R"),
    ("x doubled", lambda made: {**made, "x": 2 * made["x"]}, "x"),
    ("x of other data", lambda made: {**made, "x": made["x"] + 1}, "x"),
    ("sound, signs turned", lambda made: {**made, "Q": -made["Q"], "R": -made["R"]}, None),
)
