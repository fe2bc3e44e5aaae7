"""Stage batching, what is right: every object of the layer for a batch of sequences."""

from functools import reduce

import numpy as np

from ..pieces import (
    axis_of_keys,
    beyond,
    divide,
    exponentiate,
    later,
    masked,
    pair,
    project,
    scale,
    shift,
    total,
    weigh,
    write,
)


def Q(X, W_Q, W_K, W_V, lengths):
    """Queries, (B, T, d_k)."""
    return queries(X, W_Q, W_K, W_V)


def K(X, W_Q, W_K, W_V, lengths):
    """Keys, (B, T, d_k)."""
    return keys(X, W_Q, W_K, W_V)


def V(X, W_Q, W_K, W_V, lengths):
    """Values, (B, T, d_v)."""
    return values(X, W_Q, W_K, W_V)


def S(Q, K, X, W_V, lengths, causal):
    """Scaled scores before any mask, (B, T, T)."""
    return hand_back(scores(Q, K, X, W_V), X, lengths, causal)


def M(X, W_Q, W_K, lengths, causal):
    """The additive mask, (B, T, T)."""
    return fill(forbid(X, lengths, causal))


def A(S, M, W_Q, lengths):
    """Weights, (B, T, T)."""
    return weights(S, M, W_Q)


def A_zeros(M):
    """A forbidden key has no weight at all."""
    return np.isneginf(M)


def H(A, V, X, W_Q, W_K, lengths):
    """Weighted values, (B, T, d_v)."""
    return gather(A, V, X, W_Q, W_K, weigh)


def Y(H, X, W_V, W_O, lengths):
    """Output, (B, T, d_model)."""
    return emit(H, X, W_V, W_O, write)


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


def hand_back(S, X, lengths, causal):
    """S as it is returned: nothing is done to it after the scale."""
    return S


def forbid(X, lengths, causal):
    """What each mask forbids, as booleans that broadcast to (B, T, T); the first forbids nothing.

    A tuple of two to three arrays, or of one where there is no mask.
    """
    B, T, _ = X.shape
    masks = [np.zeros((B, T, T), dtype=bool)]
    if causal:
        masks.append(later(T))
    if lengths is not None:
        masks.append(beyond(lengths, T))
    return tuple(masks)


def fill(masks):
    """The additive mask of boolean ones: −inf where any of them forbids, else 0."""
    return np.where(join(masks), -np.inf, 0.0)


def join(masks):
    """What any of the masks forbids."""
    return reduce(np.logical_or, masks)


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
