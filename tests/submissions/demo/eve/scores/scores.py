"""Stage 2, scores: how well each query matches each key.

Queries Q and keys K come in as rows. Every query meets every key, and their dot product is a score.
The number of queries, T_q, may differ from the number of keys, T_k. Rows of the result belong to
queries and columns to keys, here and in all later stages.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def raw_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Return the dot product of every query with every key.

    Args:
        Q: queries, (..., T_q, d_k).
        K: keys, (..., T_k, d_k), with the same axes in front as Q: none, one or several. A batch
            is allowed to be empty; T_q and T_k are at least 1, and may be equal or not.

    Returns:
        Raw scores, (..., T_q, T_k): entry (i, j) of an item belongs to query i and key j of that
        item. Items of a batch never meet each other.

    Example:
        Q = [[1, 2]], K = [[3, 0], [1, 1], [0, -1]] give [[3, 3, -2]].
    """
    raise NotImplementedError("raw_scores is not filled in yet")


def scaled_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    """Return the scores of the layer: raw scores divided by the square root of d_k.

    Args:
        Q: queries, (..., T_q, d_k).
        K: keys, (..., T_k, d_k), with the same axes in front as Q.

    Returns:
        S, (..., T_q, T_k), in floating point also where Q and K hold integers.

    Example:
        Q = [[1, 2, 0, 0]], K = [[3, 0, 5, 5], [1, 1, 0, 0]] give [[1.5, 1.5]].
    """
    raise NotImplementedError("scaled_scores is not filled in yet")
