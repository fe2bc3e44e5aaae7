"""Stage 3: models that are not linear in their parameters."""

from collections.abc import Callable

import numpy as np

Model = Callable[[np.ndarray], np.ndarray]


def jacobian(f: Model, p: np.ndarray, step: float = 0.125) -> np.ndarray:
    """Return the central differences of f at p, (n,): (m, n)."""
    raise NotImplementedError("jacobian is not filled in yet")


def gauss_newton(f: Model, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the parameters after one step towards y, (m,)."""
    raise NotImplementedError("gauss_newton is not filled in yet")


def first_wrong(
    solver: Callable[[np.ndarray, np.ndarray], dict[str, np.ndarray]],
    A: np.ndarray,
    b: np.ndarray,
) -> str | None:
    """Return the first of "Q", "R", "x" that solver(A, b) has wrong, or None.

    A is (m, n) and b (m,); Q has orthonormal columns, R is upper triangular with Q R = A, and x
    solves the least squares problem. The solver may be asked three times.
    """
    raise NotImplementedError("first_wrong is not filled in yet")
