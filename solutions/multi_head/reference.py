"""Stage multi_head, what is right: the width split into heads, merged again, and the layer."""

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


def split(X, n_heads):
    """The heads of every token, (B, T, n·d) to (B, n, T, d)."""
    return heads_first(cut(X, n_heads))


def cut(X, n_heads):
    """The width in two axes, heads and width of a head: (B, T, n·d) to (B, T, n, d)."""
    B, T, width = X.shape
    return X.reshape(B, T, n_heads, width // n_heads)


def heads_first(P):
    """The axis of heads before that of tokens: (B, T, n, d) to (B, n, T, d)."""
    return np.swapaxes(P, 1, 2)


def merge(X):
    """The heads of every token side by side, (B, n, T, d) to (B, T, n·d)."""
    return flatten(heads_last(X))


def heads_last(X):
    """The axis of heads behind that of tokens: (B, n, T, d) to (B, T, n, d)."""
    return np.swapaxes(X, 1, 2)


def flatten(P):
    """The last two axes in one: (B, T, n, d) to (B, T, n·d)."""
    B, T, n, d = P.shape
    return P.reshape(B, T, n * d)


def Q(X, W_Q, W_K, W_V, n_heads, split_heads):
    """Queries, (B, n, T, d_k)."""
    return split_heads(queries(X, W_Q, W_K, W_V), n_heads)


def K(X, W_Q, W_K, W_V, n_heads, split_heads):
    """Keys, (B, n, T, d_k)."""
    return split_heads(keys(X, W_Q, W_K, W_V), n_heads)


def V(X, W_Q, W_K, W_V, n_heads, split_heads):
    """Values, (B, n, T, d_v)."""
    return split_heads(values(X, W_Q, W_K, W_V), n_heads)


def S(Q, K, X, W_V, n_heads, lengths, causal):
    """Scaled scores before any mask, (B, n, T, T)."""
    return hand_back(scores(Q, K, X, W_V), X, lengths, causal)


def M(X, n_heads, lengths, causal):
    """The additive mask, (B, n, T, T)."""
    return for_each_head(fill(forbid(X, lengths, causal)), n_heads)


def A(S, M, W_Q, n_heads, lengths):
    """Weights, (B, n, T, T)."""
    return weights(S, M, W_Q)


def A_zeros(M):
    """A forbidden key has no weight at all."""
    return np.isneginf(M)


def H(A, V, X, W_Q, W_K, n_heads, lengths):
    """Weighted values, (B, n, T, d_v)."""
    return gather(A, V, X, W_Q, W_K, weigh)


def Y(H, X, W_V, W_O, lengths, merge_heads):
    """Output, (B, T, d_model)."""
    return emit(merge_heads(H), X, W_V, W_O, write)


def queries(X, W_Q, W_K, W_V):
    """X W_Q, all heads side by side."""
    return project(X, W_Q)


def keys(X, W_Q, W_K, W_V):
    """X W_K, all heads side by side."""
    return project(X, W_K)


def values(X, W_Q, W_K, W_V):
    """X W_V, all heads side by side."""
    return project(X, W_V)


def scores(Q, K, X, W_V):
    """Q Kᵀ / √d_k inside each head."""
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


def for_each_head(M, n_heads):
    """The mask of each item for all of its heads, (B, T, T) to (B, n, T, T)."""
    return np.repeat(M[:, np.newaxis], n_heads, axis=1)


def weights(S, M, W_Q):
    """The softmax over the keys of S + M."""
    return softmax(masked(S, M))


def softmax(S):
    """Each row becomes weights that sum to 1; a row of nothing but −inf becomes zeros."""
    axis = axis_of_keys(S)
    E = exponentiate(shift(S, axis))
    return divide(E, total(E, axis))


def gather(A, V, X, W_Q, W_K, weigh):
    """A V inside each head."""
    return weigh(A, V)


def emit(H, X, W_V, W_O, write):
    """The heads of H, side by side, times W_O."""
    return write(H, W_O)
