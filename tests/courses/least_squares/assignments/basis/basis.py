"""Stage 1, columns: what a model that is linear in its parameters is made of."""

import numpy as np


def design_matrix(t: np.ndarray, degree: int) -> np.ndarray:
    """Return the powers 0 to degree of t, (m,), as columns: (m, degree + 1)."""
    raise NotImplementedError("design_matrix is not filled in yet")


def column_norms(A: np.ndarray) -> np.ndarray:
    """Return the length of each column of A, (m, n): (n,)."""
    raise NotImplementedError("column_norms is not filled in yet")


def unit_columns(A: np.ndarray) -> np.ndarray:
    """Return A, (m, n), with columns of length 1; a column of zeros stays as it is."""
    raise NotImplementedError("unit_columns is not filled in yet")


def parameter_count(degree: int) -> int:
    """Return how many parameters a polynomial of that degree has."""
    raise NotImplementedError("parameter_count is not filled in yet")


def sizes(m: int, degree: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of A, Q, R and x for m points and a polynomial."""
    raise NotImplementedError("sizes is not filled in yet")


def check_data(A: np.ndarray, b: np.ndarray) -> None:
    """Raise ValueError where A is no matrix with m ≥ n, or b has not m entries."""
    raise NotImplementedError("check_data is not filled in yet")
