"""Stage 7, audit: find the first thing that is wrong with a layer somebody else has written.

You are given a layer with the signature of self_attention, and arguments for it. You cannot read
its code, only call it. Recompute what it should have returned, object by object in the order in
which they depend on each other, and name the first that is not right: later ones may only follow
from it.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

from collections.abc import Callable

import numpy as np


def audit(
    layer: Callable[..., dict],
    X: np.ndarray,
    W_Q: np.ndarray,
    W_K: np.ndarray,
    W_V: np.ndarray,
    W_O: np.ndarray,
    lengths: np.ndarray | None = None,
    causal: bool = True,
) -> str | None:
    """Return the first incorrect object of a layer, or None for a sound layer.

    Args:
        layer: called as layer(X, W_Q, W_K, W_V, W_O, lengths=..., causal=...), it returns a
            dictionary with "Q", "K", "V", "S", "M", "A", "H" and "Y" as stage 6 describes them. It
            may be called with these arguments and with others, at most 200 times an audit, and
            about at most 100,000 numbers a call (all arguments, and B T T as well).
        X: tokens, (B, T, d_model), T at least 1. B = 1 and T = 1 occur.
        W_Q: (d_model, d_k).
        W_K: (d_model, d_k).
        W_V: (d_model, d_v).
        W_O: (d_v, d_model).
        lengths: number of real tokens of each item, (B,), 0 included, or None.
        causal: whether the causal mask applies.

    Returns:
        "Q", "K", "V", "S", "M", "A", "H" or "Y": the first of them, in this order, that the layer
            gets wrong for these arguments;
        "batch": all of them are right for these arguments, but the layer's answer for an item
            changes with its company. Ask for items alone, in another order, with no item at all,
            with as many items as tokens or more, with other lengths, or beside a neighbour whose
            numbers are 100 times larger. A layer that raises an error there is a "batch" too;
        None: the layer is sound. A sound layer agrees within rtol 1e-4 and atol 1e-5. It may work
            in float32, and its M may have any shape that broadcasts to (B, T, T). Weights at
            forbidden keys are exactly 0, and rows that may read no key are all zeros.

    A layer does not raise an error for the arguments it is handed over with. False alarms cost as
    much as missed faults.

    Example:
        For a layer whose scores lack the division by sqrt(d_k), and which makes A, H and Y rightly
        from these scores, the answer is "S".
    """
    raise NotImplementedError("audit is not filled in yet")
