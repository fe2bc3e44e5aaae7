"""Several heads: the same layer many times side by side, each in a part of the width.

One head gives every token one row of weights, so it can follow one kind of relation at a time. With
n heads the projections are n times as wide, and each head works in its own part of them: columns 0
to d - 1 belong to head 0, the next d to head 1, and so on. The heads read side by side and never
meet before the end, where they are put next to each other again and W_O mixes them.

In arrays that means an axis of heads between the items and the tokens: (B, n, T, d). All formulas
act on the last two axes and stay as they were.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def split_heads(X: np.ndarray, n_heads: int) -> np.ndarray:
    """Return the heads of every token, each a part of its width.

    Args:
        X: (B, T, n * d), B and T at least 1.
        n_heads: n, at least 1; it divides the width.

    Returns:
        (B, n, T, d): head h of a token is its columns h * d up to, but not including, (h + 1) * d.

    Example:
        X = [[[1, 2, 3, 4], [5, 6, 7, 8]]] with n_heads = 2 gives
        [[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]].
    """
    raise NotImplementedError("split_heads is not filled in yet")


def merge_heads(X: np.ndarray) -> np.ndarray:
    """Return the heads of every token side by side, head 0 first: the split undone.

    Args:
        X: (B, n, T, d).

    Returns:
        (B, T, n * d).

    Example:
        X = [[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]] gives [[[1, 2, 3, 4], [5, 6, 7, 8]]].
    """
    raise NotImplementedError("merge_heads is not filled in yet")


def multi_head_attention(
    X: np.ndarray,
    W_Q: np.ndarray,
    W_K: np.ndarray,
    W_V: np.ndarray,
    W_O: np.ndarray,
    n_heads: int,
    lengths: np.ndarray | None = None,
    causal: bool = True,
) -> dict:
    """Return every object of the layer, so that each can be looked at.

    Args:
        X: tokens, (B, T, d_model). B and T are at least 1; B may equal T or n.
        W_Q: (d_model, n * d_k): the matrices of all heads side by side, head 0 first.
        W_K: (d_model, n * d_k), likewise.
        W_V: (d_model, n * d_v), likewise; d_v may differ from d_k.
        W_O: (n * d_v, d_model).
        n_heads: n, at least 1.
        lengths: number of real tokens of each item, (B,), integers from 0 to T, real tokens first;
            None where every token is real. All heads of an item share them.
        causal: whether a query may read only the keys up to its own place.

    Returns:
        A dictionary with
        "Q", "K" (B, n, T, d_k) and "V" (B, n, T, d_v): the projections, no biases, split into
            heads;
        "S" (B, n, T, T): Q K^T / sqrt(d_k) inside each head, *before* masking; d_k is the width
            of one head;
        "M": 0 where a key is allowed and minus infinity where it is forbidden, in any shape that
            broadcasts to (B, n, T, T) as NumPy does it, from the right: (T, T), (B, 1, 1, T),
            (B, 1, T, T) and so on, but not (B, T, T), whose items would stand at the place of the
            heads; all zeros where nothing is forbidden;
        "A" (B, n, T, T): softmax over keys of S + M, stable for large scores, exactly 0 at
            forbidden keys, and all zeros in a row that may read no key (an item of length 0);
        "H" (B, n, T, d_v): A V, the heads still apart;
        "Y" (B, T, d_model): the heads of H side by side, times W_O.
        A padded query still gets its row: padding hides keys only.

    Example:
        X = [[[1], [2]]], W_Q = W_K = W_V = [[1, -1]], W_O = [[1], [1]], n_heads = 2, causal = True:
        Q = [[[[1], [2]], [[-1], [-2]]]], S = [[[[1, 2], [2, 4]], [[1, 2], [2, 4]]]],
        H is about [[[[1], [1.880797]], [[-1], [-1.880797]]]], Y = [[[0], [0]]].
        With W_O = [[1], [0]] instead, Y is about [[[1], [1.880797]]].
    """
    raise NotImplementedError("multi_head_attention is not filled in yet")
