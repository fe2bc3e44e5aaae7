"""Stage cross_attention, what is right: target tokens that read from a source, item by item."""

from functools import reduce

import numpy as np

from ..pieces import (
    axis_of_keys,
    beyond,
    divide,
    exponentiate,
    masked,
    pair,
    project,
    scale,
    shift,
    total,
    weigh,
    write,
)


def Q(X_target, X_source, W_Q, W_K, W_V):
    """Queries of the target, (B, T_target, d_k)."""
    return queries(X_target, W_Q, W_K, W_V)


def K(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    """Keys of the source, (B, T_source, d_k)."""
    return keys(X_source, W_Q, W_K, W_V)


def V(X_target, X_source, W_Q, W_K, W_V, source_lengths):
    """Values of the source, (B, T_source, d_v)."""
    return values(X_source, W_Q, W_K, W_V)


def S(Q, K, X_target, X_source, W_V, source_lengths):
    """Scaled scores before any mask, (B, T_target, T_source)."""
    return hand_back(scores(Q, K, X_source, W_V), X_target, X_source, source_lengths)


def M(X_target, X_source, W_Q, W_K, source_lengths):
    """The additive mask, (B, T_target, T_source)."""
    return fill(forbid(X_target, X_source, source_lengths))


def A(S, M, W_Q, source_lengths):
    """Weights, (B, T_target, T_source)."""
    return weights(S, M, W_Q)


def A_zeros(M):
    """A forbidden key has no weight at all."""
    return np.isneginf(M)


def H(A, V, X_target, X_source, W_Q, W_K, source_lengths):
    """Weighted values, (B, T_target, d_v)."""
    return gather(A, V, X_source, W_Q, W_K, weigh)


def Y(H, X_target, X_source, W_V, W_O, source_lengths):
    """Output, (B, T_target, d_model)."""
    return emit(H, X_target, W_V, W_O, write)


def queries(X, W_Q, W_K, W_V):
    """X W_Q."""
    return project(X, W_Q)


def keys(X, W_Q, W_K, W_V):
    """X W_K."""
    return project(X, W_K)


def values(X, W_Q, W_K, W_V):
    """X W_V."""
    return project(X, W_V)


def scores(Q, K, X, W_V):
    """Q Kᵀ / √d_k inside each item."""
    return scale(pair(Q, K), Q)


def hand_back(S, X_target, X_source, source_lengths):
    """S as it is returned: nothing is done to it after the scale."""
    return S


def forbid(X_target, X_source, source_lengths):
    """What may not be read, as booleans that broadcast to (B, T_target, T_source).

    A tuple of one array that forbids nothing and, where lengths are given, of one for the padding.
    """
    B, T_target, _ = X_target.shape
    T_source = X_source.shape[1]
    nothing = np.zeros((B, T_target, T_source), dtype=bool)
    if source_lengths is None:
        return (nothing,)
    return nothing, padded(source_lengths, T_target, T_source)


def padded(source_lengths, T_target, T_source):
    """True where a key is padding, (B, 1, T_source)."""
    return beyond(source_lengths, T_source)


def fill(masks):
    """The additive mask of boolean ones: −inf where any of them forbids, else 0."""
    return np.where(reduce(np.logical_or, masks), -np.inf, 0.0)


def weights(S, M, W_Q):
    """The softmax over the keys of S + M."""
    return softmax(masked(S, M))


def softmax(S):
    """Each row becomes weights that sum to 1; a row of nothing but −inf becomes zeros."""
    axis = axis_of_keys(S)
    E = exponentiate(shift(S, axis))
    return divide(E, total(E, axis))


def gather(A, V, X, W_Q, W_K, weigh):
    """A V inside each item."""
    return weigh(A, V)


def emit(H, X, W_V, W_O, write):
    """H W_O."""
    return write(H, W_O)
