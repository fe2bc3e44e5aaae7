"""Stage 2: least squares by Q and R, many systems at once."""

import numpy as np


def solve(A: np.ndarray, b: np.ndarray, weights: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """Return W, Q, R, c, x and r by name.

    Args:
        A: a matrix a system, (B, m, n), m ≥ n, of full rank.
        b: what is to be met, (B, m).
        weights: of the squared residuals, (B, m), above 0; None: all alike.
    """
    raise NotImplementedError("solve is not filled in yet")
