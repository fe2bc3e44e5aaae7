"""Stage 5, W_O: what is read, and how it gets back to the width of the model.

A weight A_ij says how much query i takes from key j, and what it takes is the value v_j. The sum of
these over the keys is a row of H. Its width is d_v, and the rest of a model works with d_model
numbers a token, so the output projection W_O, with d_v rows and d_model columns, writes H back.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def contributions(A: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Return what each key gives to each query, before anything is added up.

    Args:
        A: weights, (..., T_q, T_k).
        V: values, (..., T_k, d_v), with the same axes in front as A: none, one (possibly an empty
            batch) or several. T_q may differ from T_k.

    Returns:
        (..., T_q, T_k, d_v): at place (i, j) stands the vector A_ij v_j.

    Example:
        A = [[0.5, 0.5]], V = [[2, 0, 4], [0, 6, 0]] give [[[1, 0, 2], [0, 3, 0]]].
    """
    raise NotImplementedError("contributions is not filled in yet")


def weighted_values(A: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Return the sum of the contributions of all keys, for each query.

    Args:
        A: weights, (..., T_q, T_k).
        V: values, (..., T_k, d_v), with the same axes in front as A.

    Returns:
        H, (..., T_q, d_v). A query whose weights are all 0 gets a row of zeros.

    Example:
        A = [[0.5, 0.5]], V = [[2, 0, 4], [0, 6, 0]] give [[1, 3, 2]].
    """
    raise NotImplementedError("weighted_values is not filled in yet")


def output_projection(H: np.ndarray, W_O: np.ndarray) -> np.ndarray:
    """Return the output of the layer in the width of the model.

    Args:
        H: weighted values, (..., T, d_v).
        W_O: (d_v, d_model), as it stands: row r tells what component r of H writes.

    Returns:
        Y, (..., T, d_model).

    Example:
        H = [[1, 2]], W_O = [[1, 0, 1], [0, 1, 1]] give [[1, 2, 3]].
    """
    raise NotImplementedError("output_projection is not filled in yet")


def attention_layer(
    X: np.ndarray,
    W_Q: np.ndarray,
    W_K: np.ndarray,
    W_V: np.ndarray,
    W_O: np.ndarray,
    M: np.ndarray,
) -> np.ndarray:
    """Return the output of the whole layer for one sequence.

    Args:
        X: tokens, (T, d_model), T at least 1.
        W_Q: (d_model, d_k).
        W_K: (d_model, d_k).
        W_V: (d_model, d_v).
        W_O: (d_v, d_model).
        M: mask, (T, T), 0 where a key is allowed and minus infinity where it is forbidden.

    Returns:
        Y, (T, d_model). Scores may be large, so the softmax has to be the stable one of stage 4. A
        token that may read no key gets a row of zeros, never NaN.

    Example:
        X = [[1], [2]], all four weights [[1]] and M = [[0, -inf], [0, 0]] give
        [[1], [1.880797]]: the scores of the second token are 2 and 4, its weights 0.119203 and
        0.880797.
    """
    raise NotImplementedError("attention_layer is not filled in yet")
