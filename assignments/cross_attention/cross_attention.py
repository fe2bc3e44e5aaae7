"""Cross-attention: one sequence reads from another.

A layer of self-attention lets a sequence read from itself. Here there are two: the *target* asks,
and the *source* is read. Queries are made from X_target; keys and values are made from X_source. So
scores, mask and weights have a row for each target token and a column for each source token, and
the two numbers of tokens have nothing to do with each other. There is no causal mask: the source is
there as a whole before the target begins. Only the padding of the source is hidden.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def cross_attention(
    X_target: np.ndarray,
    X_source: np.ndarray,
    W_Q: np.ndarray,
    W_K: np.ndarray,
    W_V: np.ndarray,
    W_O: np.ndarray,
    source_lengths: np.ndarray | None = None,
) -> dict:
    """Return every object of the layer, so that each can be looked at.

    Args:
        X_target: tokens that ask, (B, T_target, d_model). B may be 0 or 1; T_target is at least 1.
        X_source: tokens that are read, (B, T_source, d_model), T_source at least 1. Item b of the
            target reads item b of the source. Any two of the sizes may coincide.
        W_Q: (d_model, d_k).
        W_K: (d_model, d_k).
        W_V: (d_model, d_v).
        W_O: (d_v, d_model).
        source_lengths: number of real source tokens of each item, (B,), integers from 0 to
            T_source, real tokens first; None where every source token is real.

    Returns:
        A dictionary with
        "Q" (B, T_target, d_k): X_target W_Q; "K" (B, T_source, d_k) and "V" (B, T_source, d_v): the
            projections of X_source, no biases;
        "S" (B, T_target, T_source): Q K^T / sqrt(d_k) inside each item, *before* masking;
        "M": 0 where a source token is real and minus infinity where it is padding, in any shape
            that broadcasts to (B, T_target, T_source); all zeros where nothing is padding;
        "A" (B, T_target, T_source): softmax over source tokens of S + M, stable for large scores,
            exactly 0 at padded ones, and all zeros where the source has no real token (length 0);
        "H" (B, T_target, d_v): A V; "Y" (B, T_target, d_model): H W_O.
        Every target token gets its row: nothing is known here of padding in the target.

    Example:
        X_target = [[[1]], [[2]]], X_source = [[[0], [2]], [[3], [9]]], all weights [[1]],
        source_lengths = [2, 1]:
        S = [[[0, 2]], [[6, 18]]],
        A is about [[[0.119203, 0.880797]], [[1, 0]]],
        Y is about [[[1.761594]], [[3]]].
    """
    raise NotImplementedError("cross_attention is not filled in yet")
