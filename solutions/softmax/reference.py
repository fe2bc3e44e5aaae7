"""Stage softmax, what is right: the softmax over the keys, and the weights A."""

import numpy as np

from ..pieces import axis_of_keys, divide, exponentiate, masked, shift, total


def softmax(S):
    """Each row becomes weights that sum to 1; a row of nothing but −inf becomes zeros."""
    axis = axis_of_keys(S)
    E = exponentiate(shift(S, axis))
    return divide(E, total(E, axis))


def softmax_zeros(S):
    """A key with a score of −inf has no weight at all."""
    return np.isneginf(S)


def A(S, M, softmax_last):
    """The softmax of the masked scores."""
    return weights(masked(S, M), softmax_last)


def A_zeros(S, M):
    """A forbidden key has no weight at all."""
    return np.broadcast_to(np.isneginf(M), S.shape)


def weights(Z, softmax_last):
    """The weights that masked scores Z get."""
    return softmax_last(Z)
