"""Stage 8, gradients: the way back through one head.

Training needs to know how a scalar loss L moves when an entry of Q, K or V moves. Those gradients
are found backwards: from dO, the gradient of L by the output of the head, to the weights, through
the softmax to the scores, and on to queries and keys. A gradient has the shape of what it belongs
to. There are no masks here: O = softmax(Q K^T / sqrt(d_k)) V. A numerical gradient, from
differences of L alone, is the test of any of them.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

from collections.abc import Callable

import numpy as np


def softmax_backward(A: np.ndarray, dA: np.ndarray) -> np.ndarray:
    """Return the gradient by the scores, from the gradient by the weights.

    Args:
        A: weights, (..., T_q, T_k), each row a softmax over the keys, or all zeros for a query
            that reads nothing. Any number of axes in front, possibly an empty batch.
        dA: gradient of the loss by A, of the same shape.

    Returns:
        dS, of the same shape: dS_ij = A_ij (dA_ij - sum over r of A_ir dA_ir). A row of A that is
        all zeros gives a row of zeros.

    Example:
        A = [[0.5, 0.5]], dA = [[4, 0]] give [[1, -1]]: the sum over the row is 2.
    """
    raise NotImplementedError("softmax_backward is not filled in yet")


def attention_backward(
    Q: np.ndarray, K: np.ndarray, V: np.ndarray, dO: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the gradients of a loss by Q, K and V.

    Args:
        Q: queries, (..., T_q, d_k).
        K: keys, (..., T_k, d_k). T_k may differ from T_q.
        V: values, (..., T_k, d_v).
        dO: gradient of the loss by the output O = softmax(Q K^T / sqrt(d_k)) V, (..., T_q, d_v).
            All four have the same axes in front: none, one (possibly an empty batch) or several.

    Returns:
        (dQ, dK, dV), in this order, each of the shape of Q, K and V. Scores may be large, so the
        softmax on the way has to be the stable one of stage 4.

    Example:
        One token: A is [[1]], so dV is dO, and dQ and dK are zeros.
        Q = [[0, 3], [2, -1]], K = [[3, 0], [-1, 2]], V = [[3, -3], [1, 3]], dO = [[1, 0], [0, 1]]
        give about
        dQ = [[0.079000, -0.039500], [-0.014389, 0.007195]],
        dK = [[-0.007195, 0.062847], [0.007195, -0.062847]],
        dV = [[0.014166, 0.999151], [0.985834, 0.000849]].
    """
    raise NotImplementedError("attention_backward is not filled in yet")


def numerical_gradient(
    f: Callable[[np.ndarray], float], x: np.ndarray, step: float = 1e-6
) -> np.ndarray:
    """Return the gradient of f at x by central differences, entry by entry.

    Args:
        f: takes an array of the shape of x and returns a number. It may be called 200 times.
        x: the point, two axes or more, at most 90 entries. Integers and float32 occur.
        step: how far to go to either side; given by name.

    Returns:
        float64, of the shape of x: for each entry (f(x + step there) - f(x - step there)) over
        2 step, all other entries staying as they are. Everything is done in float64, whatever x
        is: in float32 a step of 1e-6 is next to nothing, and among integers it is nothing.

    Example:
        f = sum of the cubes, x = [[1, 2]], step = 0.5 give [[3.25, 12.25]];
        with the step left at 1e-6 about [[3, 12]].
    """
    raise NotImplementedError("numerical_gradient is not filled in yet")
