"""Stage 4, softmax: from scores to weights.

Each row of scores, one query over all keys, becomes a row of weights that are not negative and sum
to 1. The formula exp(s_j) / sum over r of exp(s_r) is right on paper. In floating point exp
overflows for large scores and underflows for small ones, and both have to come out right here.
Forbidden keys carry a score of minus infinity and get a weight of exactly 0. Where all keys of a
row are forbidden there is nothing to read: all its weights are 0, and never NaN.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def softmax_last(S: np.ndarray) -> np.ndarray:
    """Return the softmax over the last axis.

    Args:
        S: scores, (..., T_q, T_k), with any number of axes in front, possibly an empty batch. Each
            entry is a finite number of size up to 1e30, or minus infinity. Rows may differ from
            each other by any amount.

    Returns:
        Weights of the same shape. A row with an allowed key sums to 1. Where S is minus infinity
        the weight is exactly 0, and a row of nothing but minus infinity is all zeros.

    Example:
        [[0, 0], [5, -inf], [-inf, -inf]] gives [[0.5, 0.5], [1, 0], [0, 0]].
        [[1e30, 0]] gives [[1, 0]].
        [[2, 1, 0]] gives about [[0.665241, 0.244728, 0.090031]].
    """
    raise NotImplementedError("softmax_last is not filled in yet")


def attention_weights(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Return the weights that masked scores give.

    Args:
        S: finite scores, (..., T_q, T_k), of size up to 1e30, forbidden ones included.
        M: a mask of 0 and minus infinity that broadcasts to the shape of S.

    Returns:
        A of the shape of S: softmax over the last axis of S + M. Forbidden keys have weight
        exactly 0 and no influence on the others. A row with no allowed key is all zeros.

    Example:
        S = [[0, 9], [1, 1]], M = [[0, -inf], [0, 0]] give [[1, 0], [0.5, 0.5]].
    """
    raise NotImplementedError("attention_weights is not filled in yet")
