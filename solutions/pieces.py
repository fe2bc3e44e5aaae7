"""The formulas of the layer, cut where people get them wrong. Knows no stage and no case.

A `reference.py` imports the pieces it needs by name and puts its steps together from them, so
that each piece can be mistaken by itself. Axes are (..., tokens, width) for sequences and
(..., queries, keys) for scores, masks and weights. Float32 in gives float32 out.
"""

import math

import numpy as np


def project(X, W):
    """X W: (..., T, d_model) and (d_model, width) to (..., T, width)."""
    return X @ W


def pair(Q, K):
    """Q Kᵀ inside each item: (..., T_q, d_k) and (..., T_k, d_k) to (..., T_q, T_k)."""
    return Q @ np.swapaxes(K, -1, -2)


def scale(R, Q):
    """The raw scores R over √d_k, d_k being the width of Q."""
    return R / math.sqrt(Q.shape[-1])


def later(T):
    """True where key j comes after query i, (T, T)."""
    return np.arange(T) > np.arange(T)[:, np.newaxis]


def beyond(lengths, T):
    """True where key j is padding: (B,) lengths to (B, 1, T)."""
    return np.arange(T) >= np.asarray(lengths)[:, np.newaxis, np.newaxis]


def additive(forbidden):
    """The additive mask of a boolean one: 0 where allowed, −inf where forbidden."""
    return np.where(forbidden, -np.inf, 0.0)


def causal(T):
    """The causal mask, (T, T)."""
    return additive(later(T))


def padding(lengths, T):
    """The padding mask, (B, 1, T)."""
    return additive(beyond(lengths, T))


def combine(*masks):
    """One additive mask that forbids what any of them forbids, broadcast."""
    return sum(masks)


def masked(S, M):
    """The scores with −inf where M forbids."""
    return S + M


def axis_of_keys(S):
    """The axis of the scores along which a query's weights sum to 1."""
    return -1


def shift(S, axis):
    """S with 0 as the largest score along the axis; where all are −inf, S as it is."""
    peak = np.max(S, axis=axis, keepdims=True)
    return S - np.where(peak == -np.inf, 0, peak)


def exponentiate(S):
    """E to the power of each score: exactly 0 for −inf."""
    return np.exp(S)


def total(E, axis):
    """The sum along the axis, which stays as one of length 1."""
    return np.sum(E, axis=axis, keepdims=True)


def divide(E, Z):
    """Each entry over its total Z; 0 where the total is 0, for there is nothing to share."""
    return E / np.where(Z == 0, 1, Z)


def softmax(S):
    """The weights of the keys: (..., T_q, T_k), each row summing to 1, or to 0 if all −inf."""
    axis = axis_of_keys(S)
    E = exponentiate(shift(S, axis))
    return divide(E, total(E, axis))


def weigh(A, V):
    """A V: the weighted values, (..., T_q, T_k) and (..., T_k, d_v) to (..., T_q, d_v)."""
    return A @ V


def write(H, W_O):
    """H W_O: what is written to the model width, (..., T, d_v) to (..., T, d_model)."""
    return H @ W_O
