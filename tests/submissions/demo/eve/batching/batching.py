"""Stage 6, batching: the whole layer for many sequences at once, none of which sees another.

Everything of the stages before, with a batch axis in front. X is (B, T, d_model): B sequences, each
filled up to the same length T. The weights are shared, the scores are formed inside each item only,
and masks are broadcast: the causal one over items, the padding one over queries. What the layer
returns for an item must not depend on what else happens to be in the batch.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def self_attention(
    X: np.ndarray,
    W_Q: np.ndarray,
    W_K: np.ndarray,
    W_V: np.ndarray,
    W_O: np.ndarray,
    lengths: np.ndarray | None = None,
    causal: bool = True,
) -> dict:
    """Return every object of the layer, so that each can be looked at.

    Args:
        X: tokens, (B, T, d_model). B may be 0 or 1, and may equal T; T is at least 1.
        W_Q: (d_model, d_k).
        W_K: (d_model, d_k).
        W_V: (d_model, d_v).
        W_O: (d_v, d_model).
        lengths: number of real tokens of each item, (B,), integers from 0 to T, real tokens first;
            None where every token is real.
        causal: whether a query may read only the keys up to its own place.

    Returns:
        A dictionary with
        "Q", "K" (B, T, d_k) and "V" (B, T, d_v): the projections, no biases;
        "S" (B, T, T): Q K^T / sqrt(d_k) inside each item, *before* masking;
        "M": 0 where a key is allowed and minus infinity where it is forbidden, in any shape that
            broadcasts to (B, T, T); all zeros where nothing is forbidden;
        "A" (B, T, T): softmax over keys of S + M, stable for large scores, exactly 0 at forbidden
            keys, and all zeros in a row that may read no key (an item of length 0);
        "H" (B, T, d_v): A V; "Y" (B, T, d_model): H W_O.
        A padded query still gets its row: padding hides keys only.

    Example:
        X = [[[1], [2]], [[3], [9]]], all weights [[1]], lengths = [2, 1], causal = True:
        S = [[[1, 2], [2, 4]], [[9, 27], [27, 81]]],
        A is about [[[1, 0], [0.119203, 0.880797]], [[1, 0], [1, 0]]],
        Y is about [[[1], [1.880797]], [[3], [3]]].
    """
    raise NotImplementedError("self_attention is not filled in yet")
