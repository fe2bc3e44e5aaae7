"""Stage 11, positions: how a layer that is blind to order is told of it.

Self-attention without a mask treats its tokens as a set: in another order they get the same outputs
in that other order. Positions are told in two ways here. A table of sines and cosines is added to
the tokens before the layer; or pairs of columns of queries and keys are turned by an angle that
grows with the position. And you measure how much a layer, whose code you cannot see, knows of
order.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

from collections.abc import Callable

import numpy as np


def sinusoidal_positions(T: int, d_model: int) -> np.ndarray:
    """Return the table of sines and cosines for positions 0 to T - 1.

    Columns 2i and 2i + 1 share the angle t / 10000^(2i / d_model) at position t. The even column
    holds its sine, the odd one its cosine. Where d_model is odd, the last column is a sine without
    a cosine beside it.

    Args:
        T: number of positions, at least 1.
        d_model: number of columns, at least 1, even or odd.

    Returns:
        (T, d_model).

    Example:
        T = 2, d_model = 2 give [[0, 1], [0.841471, 0.540302]].
    """
    raise NotImplementedError("sinusoidal_positions is not filled in yet")


def rotate(X: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Return X with each pair of columns turned by an angle that grows with the position.

    Columns 2i and 2i + 1 are a pair. A token at position p has its pair i, taken as a vector
    (a, b), turned by the angle p / 10000^(2i / width) from the first column towards the second:
    (1, 0) at position 1 becomes (cos 1, sin 1) in the first pair. Nothing but the directions of the
    pairs changes, and the dot product of two rotated tokens depends on the difference of their
    positions only.

    Args:
        X: queries or keys, (..., T, width), width even, with no axes in front of T, one or several.
        positions: whole numbers, (T,), 0 or larger, the position of each token. They need not
            begin at 0, nor be in order, nor differ.

    Returns:
        Of the shape of X, in floating point also where X holds integers.

    Example:
        X = [[1, 0]], positions = [1] give [[0.540302, 0.841471]].
    """
    raise NotImplementedError("rotate is not filled in yet")


def order_gap(
    layer: Callable[[np.ndarray], np.ndarray], X: np.ndarray, permutation: np.ndarray
) -> float:
    """Return how far a layer is from going along with a new order of the tokens.

    Hand the layer X, and put the rows of its answer in the new order; hand it X with its tokens in
    the new order. The gap is the largest difference in size between the two, over everything. It
    is 0 (up to rounding) for a layer that is blind to order.

    Args:
        layer: called as layer(X) it returns (..., T, width), the axes in front as in X; the width
            may differ from that of X. It may be called up to 200 times.
        X: tokens, (..., T, d_model), with no axes in front of T, one or several; T at least 1.
        permutation: whole numbers, (T,): token permutation[t] comes to place t, as X[permutation]
            has it for a single sequence.

    Returns:
        One number, 0 or larger.

    Example:
        For a layer that gives back the sum of all tokens so far, X = [[1], [4]] and permutation
        [1, 0]: the answers [[1], [5]] become [[5], [1]] in the new order, and those for [[4], [1]]
        are [[4], [5]]. The gap is 4.
    """
    raise NotImplementedError("order_gap is not filled in yet")
