"""Stage 12, block: what stands around an attention layer in a transformer.

A layer does not replace the tokens, it adds to them: what runs through the model is a stream of
rows, and each block writes something on top. Before a layer reads the stream, each token is brought
to mean 0 and variance 1, so that what it reads has one size whatever has been added before.

This file stands alone: the standard library and NumPy may be imported, other files of yours are not
seen. No threads, no processes, no files, no network. Functions leave their arguments as they found
them, take integer, float32 and float64 arrays, mixed too, and may be called again at any time.
"""

from collections.abc import Callable

import numpy as np


def layer_norm(X: np.ndarray, gain: np.ndarray, bias: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Return each token with mean 0 and variance near 1, then stretched and moved.

    For each token alone, over its own features: the mean is taken off, and what is left is divided
    by the square root of variance + eps. The variance is the mean of the squared differences from
    the mean (divided by d_model, not by d_model - 1). Then each feature is multiplied by its gain,
    and its bias is added.

    Args:
        X: tokens, (..., T, d_model), with no axes in front of T, one or several; d_model at least
            1.
        gain: (d_model,), a factor for each feature.
        bias: (d_model,), what is added to each feature.
        eps: a small number above 0, given by name where it is not the default. It stands under the
            root, and keeps a token whose features are all alike from being 0/0.

    Returns:
        Of the shape of X, in floating point also where X holds integers.

    Example:
        X = [[1, 3]], gain = [1, 1], bias = [0, 0] give [[-0.999995, 0.999995]];
        X = [[2, 2]], gain = [3, 1], bias = [1, 1] give [[1, 1]].
    """
    raise NotImplementedError("layer_norm is not filled in yet")


def pre_norm_block(
    X: np.ndarray,
    sublayer: Callable[[np.ndarray], np.ndarray],
    gain: np.ndarray,
    bias: np.ndarray,
) -> np.ndarray:
    """Return the tokens with what a sublayer makes of them added on top.

    The sublayer is asked about the normalised tokens, all at once, and its answer is added to the
    tokens as they came in: X + sublayer(layer_norm(X)), with eps left at its default.

    Args:
        X: tokens, (..., T, d_model), with no axes in front of T, one or several.
        sublayer: called as sublayer(N) with N of the shape of X, it returns an array of that shape.
            Its tokens may read each other. It may be called up to 200 times.
        gain: (d_model,), for the normalisation.
        bias: (d_model,), for the normalisation.

    Returns:
        Of the shape of X.

    Example:
        For a sublayer that returns zeros, X as it is. For one that returns what it is given,
        X = [[1, 3]], gain = [1, 1], bias = [0, 0] give [[0.000005, 3.999995]].
    """
    raise NotImplementedError("pre_norm_block is not filled in yet")
