"""Stage 3, masks: which keys a query may read.

A mask of this course is *added* to the scores: it holds 0 where a key is allowed and minus infinity
where it is forbidden, and nothing else. Its last axis runs over keys, the axis before it over
queries. Two kinds of mask occur. The causal mask lets a query read the keys up to its own place.
The padding mask forbids keys that are no real tokens but fill a short sequence up to length T; it
says nothing about queries, so that a padded query still has its row.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def causal_mask(T: int) -> np.ndarray:
    """Return the mask that lets query i read the keys j with j <= i.

    Args:
        T: number of tokens, at least 1.

    Returns:
        Floats, (T, T): 0 where j <= i, minus infinity where j > i. T = 1 gives [[0]].

    Example:
        causal_mask(2) is [[0, -inf], [0, 0]].
    """
    raise NotImplementedError("causal_mask is not filled in yet")


def padding_mask(lengths: np.ndarray, T: int) -> np.ndarray:
    """Return the mask that hides the artificial keys of each sequence.

    Args:
        lengths: number of real tokens of each sequence, (B,), integers from 0 to T; an array or a
            list. The real tokens come first. B may be 0.
        T: length to which every sequence has been filled up, at least 1.

    Returns:
        Floats, (B, 1, T): 0 where j < lengths[b], else minus infinity. The axis of one stands for
        the queries, which all see the same keys. A length of 0 forbids every key.

    Example:
        padding_mask([2, 0], 3) is [[[0, 0, -inf]], [[-inf, -inf, -inf]]].
    """
    raise NotImplementedError("padding_mask is not filled in yet")


def combine_masks(*masks: np.ndarray) -> np.ndarray:
    """Return one mask that forbids whatever any of the given masks forbids.

    Args:
        *masks: at least one mask, of any shapes that broadcast with each other.

    Returns:
        Floats of the shape to which all of them broadcast together: 0 where all allow, minus
        infinity where any forbids. Never NaN.

    Example:
        [[0, -inf], [0, 0]] with [[0, -inf]] gives [[0, -inf], [0, -inf]].
    """
    raise NotImplementedError("combine_masks is not filled in yet")


def apply_mask(S: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Return the scores with the mask added.

    Args:
        S: finite scores, (..., T_q, T_k).
        M: a mask of 0 and minus infinity that broadcasts with S.

    Returns:
        Masked scores: the score itself where the key is allowed, whatever its value and sign, and
        minus infinity where it is forbidden.

    Example:
        S = [[0, 7], [-3, 2]], M = [[0, -inf], [0, 0]] give [[0, -inf], [-3, 2]].
    """
    raise NotImplementedError("apply_mask is not filled in yet")
