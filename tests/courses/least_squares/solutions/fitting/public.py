"""Stage fitting, the public examples: functions only as recordings."""

import numpy as np

from autograder.authoring import Case
from autograder.public import recorded

P = np.array([1.0, 2.0])
AROUND = [P, *(P + sign * move for move in 0.125 * np.eye(2) for sign in (1, -1))]


def model():
    return recorded(lambda p: np.array([p[0] * p[1], p[1] ** 2]), [((p,), {}) for p in AROUND])


def jacobian():
    yield Case("a product and a square", (model(), P))


def gauss_newton():
    yield Case("a product and a square", (model(), P, np.array([3.0, 4.0])))


def first_wrong():
    A, b = np.array([[3.0, 1.0], [4.0, 3.0], [0.0, 2.0]]), np.array([1.0, 2.0, 3.0])
    Q, R = np.linalg.qr(A)
    for name, made, verdict in (
        ("Q has columns of length 2", {"Q": 2 * Q, "R": R / 2, "x": b[:2]}, "Q"),
        ("a sound solver", {"Q": Q, "R": R, "x": np.linalg.solve(R, Q.T @ b)}, None),
    ):
        solver = recorded(lambda A, b, made=made: made, [((A, b), {})])  # noqa: ARG005
        yield Case(name, (solver, A, b), expected={"verdict": verdict})
