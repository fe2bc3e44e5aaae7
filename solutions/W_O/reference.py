"""Stage W_O, what is right: the contributions, H, Y, and the layer for one sequence."""

import numpy as np

from ..pieces import (
    axis_of_keys,
    divide,
    exponentiate,
    masked,
    pair,
    project,
    scale,
    shift,
    total,
    write,
)


def contributions(A, V):
    """What each key gives to each query: the vectors A_ij v_j."""
    return spread_weights(A) * spread_values(V)


def spread_weights(A):
    """The weights with an axis for the width: (..., T_q, T_k, 1)."""
    return A[..., np.newaxis]


def spread_values(V):
    """The values with an axis for the queries: (..., 1, T_k, d_v)."""
    return V[..., np.newaxis, :, :]


def H(A, V, contributions):
    """The contributions of all keys, added up."""
    return add_up(contributions(A, V))


def add_up(C):
    """The sum over the keys, (..., T_q, T_k, d_v) to (..., T_q, d_v)."""
    return np.sum(C, axis=-2)


def Y(H, W_O):
    """What is read, in the width of the model."""
    return write(H, W_O)


def layer(X, W_Q, W_K, W_V, W_O, M, weighted_values, output_projection):
    """The whole way from the tokens of one sequence to the output."""
    Q = queries(X, W_Q, W_K, W_V)
    K = keys(X, W_Q, W_K, W_V)
    V = values(X, W_Q, W_K, W_V)
    A = weights(scores(Q, K, X, W_V), M, W_Q)
    H = gather(A, V, X, W_Q, W_K, weighted_values)
    return emit(H, X, W_V, W_O, output_projection)


def queries(X, W_Q, W_K, W_V):
    """Q."""
    return project(X, W_Q)


def keys(X, W_Q, W_K, W_V):
    """K."""
    return project(X, W_K)


def values(X, W_Q, W_K, W_V):
    """V."""
    return project(X, W_V)


def scores(Q, K, X, W_V):
    """S."""
    return scale(pair(Q, K), Q)


def weights(S, M, W_Q):
    """A."""
    return softmax(masked(S, M))


def softmax(S):
    """Each row becomes weights that sum to 1; a row of nothing but −inf becomes zeros."""
    axis = axis_of_keys(S)
    E = exponentiate(shift(S, axis))
    return divide(E, total(E, axis))


def gather(A, V, X, W_Q, W_K, weigh):
    """H, by the function that weighs values."""
    return weigh(A, V)


def emit(H, X, W_V, W_O, write):
    """Y, by the function that projects."""
    return write(H, W_O)
