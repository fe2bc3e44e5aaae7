"""Stage fitting, the public examples; of its functions only some answers are handed out."""

import numpy as np

from autograder.authoring import Case

P = np.array([1.0, 2.0])
A, B = np.array([[3.0, 1.0], [4.0, 3.0], [0.0, 2.0]]), np.array([1.0, 2.0, 3.0])


def questions(case):
    """At p and one step to each side of it, for each parameter; of a solver the case itself."""
    if len(case.args[1]) == 2:
        moves = 0.125 * np.eye(2)
        return [((p,), {}) for p in (P, *(P + move for move in (*moves, *-moves)))]
    return [((A, B), {})]


def model(p):
    return np.array([p[0] * p[1], p[1] ** 2])


def jacobian():
    yield Case("a product and a square", (model, P))


def gauss_newton():
    yield Case("a product and a square", (model, P, np.array([3.0, 4.0])))


def first_wrong():
    for name, solver, verdict in (
        ("Q has columns of length 2", lengthy, "Q"),
        ("a sound solver", sound, None),
    ):
        yield Case(name, (solver, A, B), expected={"verdict": verdict})


def sound(A, b):
    Q, R = np.linalg.qr(A)
    return {"Q": Q, "R": R, "x": np.linalg.solve(R, Q.T @ b)}


def lengthy(A, b):
    return {**sound(A, b), "Q": 2 * sound(A, b)["Q"]}
