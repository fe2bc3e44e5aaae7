"""Stage basis, the hidden cases."""

import numpy as np

from autograder.authoring import Case


def design_matrix(rng):
    yield Case("m=3, degree 2", (np.array([1.0, 2.0, -3.0]), 2))
    yield Case("whole numbers, m=4, degree 3", (np.array([0, 1, -2, 3]), 3))
    yield Case("degree 0", (np.array([2.0, 5.0]), 0))
    yield Case("m=6, degree 1", (rng.integers(-8, 9, 6) / 4, 1))


def matrices(rng):
    yield Case("3 × 2", (np.array([[3.0, 1.0], [4.0, 2.0], [0.0, -2.0]]),))
    yield Case("a column of zeros", (np.array([[0.0, 2.0, 1.0], [0.0, 1.0, 3.0]]),))
    yield Case("3 × 3", (rng.integers(1, 9, (3, 3)) / 4,))
    yield Case("whole numbers, 5 × 3", (rng.integers(1, 9, (5, 3)),))


def column_norms(rng):
    yield from matrices(rng)


def unit_columns(rng):
    yield from matrices(rng)


def parameter_count(rng):
    for degree in (2, 0, 7, int(rng.integers(8, 40))):
        yield Case(f"degree {degree}", (degree,))


def sizes(rng):
    yield Case("m=7, degree 2", (7, 2))
    yield Case("m=3, degree 2", (3, 2))
    yield Case("drawn", (int(rng.integers(9, 30)), int(rng.integers(3, 8))))


def check_data(rng):
    for name, a, b in (
        ("all fits", (4, 2), (4,)),
        ("square", (3, 3), (3,)),
        ("A has one axis", (4,), (4,)),
        ("A is wider than high", (2, 3), (2,)),
        ("b is too short", (4, 2), (3,)),
        ("b has two axes", (4, 2), (4, 1)),
        ("both are wrong", (2, 3), (5,)),
    ):
        yield Case(name, (rng.integers(0, 5, a).astype(float), np.ones(b)))
