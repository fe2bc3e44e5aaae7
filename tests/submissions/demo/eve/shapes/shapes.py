"""Stage 1, shapes: how wide everything in a self-attention layer is, and how Q, K and V are made.

The layer reads a batch X of B sequences with T tokens each, d_model numbers a token. Tokens are
*rows*: a projection is written X W, with the matrix on the right. There are no biases.

    Q = X W_Q      K = X W_K      V = X W_V          requests, what they are matched with, content
    S = Q K^T / sqrt(d_k)                            a score for each query and each key
    A = softmax over keys of S plus the mask         a weight for each query and each key
    H = A V        Y = H W_O                         weighted values, and back to the model width

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

import numpy as np


def layer_shapes(B: int, T: int, d_model: int, d_k: int, d_v: int) -> dict:
    """Return the shape of every array of the layer.

    Args:
        B: number of sequences; 0 is possible.
        T: number of tokens in each, at least 1.
        d_model: width of a token in X and in Y.
        d_k: width of a query and of a key.
        d_v: width of a value; it need not equal d_k.

    Returns:
        A dictionary with the keys "X", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "S", "A", "H"
        and "Y", and a tuple of integers for each. The weights have no batch axis: all sequences
        share them. B = 0 changes nothing but the first number of the batched arrays.

    Example:
        With B = 2, T = 3, d_model = 4, d_k = 5, d_v = 6 the entry "X" is (2, 3, 4) and the entry
        "V" is (2, 3, 6).
    """
    raise NotImplementedError("layer_shapes is not filled in yet")


def parameter_count(d_model: int, d_k: int, d_v: int) -> int:
    """Return how many learned numbers the layer has.

    Args:
        d_model: width of a token in X and in Y.
        d_k: width of a query and of a key.
        d_v: width of a value.

    Returns:
        The entries of W_Q, W_K, W_V and W_O together, as an integer. No biases.

    Example:
        parameter_count(4, 1, 2) is 24.
    """
    raise NotImplementedError("parameter_count is not filled in yet")


def check_inputs(
    X: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray, W_O: np.ndarray
) -> None:
    """Refuse arrays that do not fit together, and name the first that does not.

    What is asked of each:
        X has three axes (B, T, d_model), at least one token and at least one feature. An empty
            batch, B = 0, is valid.
        W_Q, W_K, W_V and W_O have two axes, and neither is empty.
        W_Q, W_K and W_V have d_model rows.
        W_K has as many columns as W_Q. W_V may have any number of its own, d_v.
        W_O has shape (d_v, d_model).

    Args:
        X: tokens.
        W_Q: projection to queries.
        W_K: projection to keys.
        W_V: projection to values.
        W_O: output projection.

    Returns:
        None where everything fits.

    Raises:
        ValueError: for the first array, in the order of the arguments, that does not fit. The
            message begins with the name of that array, say "W_K ..." or "'W_K' ...".

    Example:
        X (2, 3, 4), W_Q (4, 5), W_K (4, 5), W_V (4, 6), W_O (4, 6): the message begins with W_O.
    """
    raise NotImplementedError("check_inputs is not filled in yet")


def project(X: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray) -> tuple:
    """Return queries, keys and values, all made from the same tokens.

    Args:
        X: tokens, (..., T, d_model). In front of the last two axes there may be none, one (the
            batch, possibly of size 0) or several more.
        W_Q: (d_model, d_k).
        W_K: (d_model, d_k).
        W_V: (d_model, d_v).

    Returns:
        The tuple (Q, K, V) of shapes (..., T, d_k), (..., T, d_k) and (..., T, d_v).

    Example:
        X = [[1, 2]], W_Q = [[1, 0], [0, 1]], W_K = [[0, 1], [1, 0]], W_V = [[1], [1]] give
        Q = [[1, 2]], K = [[2, 1]] and V = [[3]].
    """
    raise NotImplementedError("project is not filled in yet")
