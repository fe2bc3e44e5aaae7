"""Two scalar functions to try numerical_gradient on; the public examples use them too."""

import numpy as np


def cubic(x: np.ndarray) -> float:
    """Return the sum of the cubes of all entries of x."""
    return float(np.sum(x**3))


def worked_loss(Q: np.ndarray) -> float:
    """Return O_00 + O_11 of the worked example as a function of its queries, (2, 2).

    With two keys the weight of the first goes by the difference of the keys, here (4, -2), and
    each row of O lies between the two values.
    """
    first = 1 / (1 + np.exp(-(4 * Q[:, 0] - 2 * Q[:, 1]) / np.sqrt(2)))
    return float(1 + 2 * first[0] + 3 - 6 * first[1])
