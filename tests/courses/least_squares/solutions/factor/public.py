"""Stage factor, the public examples."""

import numpy as np

from autograder.authoring import Case


def solve():
    A = np.array([[[3.0, 1.0], [4.0, 3.0], [0.0, 2.0]], [[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]])
    b = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    yield Case("two systems", (A, b))
    yield Case("two systems, weighted", (A, b), {"weights": np.array([[1.0, 4, 9], [4, 1, 1]])})
    yield Case("one system", (A[:1], b[:1]), group="other")
