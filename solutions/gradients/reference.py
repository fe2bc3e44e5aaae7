"""Stage gradients, what is right: the gradients of an unmasked head, and a check of any gradient.

A bar over a letter is written as a d before it: dS is the gradient of a scalar loss by S, of the
shape of S. Sources: for Y = X W, dX = dY Wᵀ and dW = Xᵀ dY; for a row a = softmax(s),
ds = a · (da − Σ a · da).
"""

import math

import numpy as np

from ..pieces import axis_of_keys, exponentiate, pair, scale, total


def dS(A, dA):
    """The gradient by the scores, from the weights and the gradient by them."""
    return weigh_rest(A, dA, mean_of_row(A, dA))


def mean_of_row(A, dA):
    """Σ_r A_ir dA_ir: the mean of dA in each row, weighted by A, (..., T_q, 1)."""
    return np.sum(A * dA, axis=-1, keepdims=True)


def weigh_rest(A, dA, mean):
    """What dA is above the mean of its row, times A."""
    return A * (dA - mean)


def dV(Q, K, V, dO):
    """The gradient by the values."""
    return to_keys(weights(Q, K, V), dO)


def dQ(Q, K, V, dO, softmax_backward):
    """The gradient by the queries."""
    S = softmax_backward(weights(Q, K, V), of_weights(V, dO))
    return scale_back(to_queries(S, K, Q), Q)


def dK(Q, K, V, dO, softmax_backward):
    """The gradient by the keys."""
    S = softmax_backward(weights(Q, K, V), of_weights(V, dO))
    return scale_back(to_keys(S, Q), Q)


def weights(Q, K, V):
    """The weights that the head reads with: softmax(Q Kᵀ / √d_k), (..., T_q, T_k)."""
    return softmax(scale(pair(Q, K), Q))


def softmax(S):
    """The weights of the keys, each row summing to 1."""
    axis = axis_of_keys(S)
    E = exponentiate(below_largest(S, axis))
    return E / total(E, axis)


def below_largest(S, axis):
    """S with 0 as the largest score along the axis."""
    return S - np.max(S, axis=axis, keepdims=True)


def of_weights(V, dO):
    """The gradient by the weights, dO Vᵀ: (..., T_q, T_k)."""
    return dO @ np.swapaxes(V, -1, -2)


def to_queries(S, K, Q):
    """What each query gathers over its keys: (..., T_k, d_k) to (..., T_q, d_k)."""
    return S @ K


def to_keys(S, X):
    """What each key gathers over all queries: X (..., T_q, w) to (..., T_k, w)."""
    return np.swapaxes(S, -1, -2) @ X


def scale_back(D, Q):
    """The factor 1/√d_k of the scores, on the way back."""
    return D / math.sqrt(Q.shape[-1])


def numerical_gradient(f, x, step):
    """Central differences of f in every entry of x, in float64."""
    x = as_floats(x)
    slopes = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        slopes[place] = quotient(f, x, moved(x, place, step), step)
    return arranged(slopes)


def as_floats(x):
    """A copy of x that keeps small steps."""
    return np.array(x, dtype=np.float64)


def moved(x, place, step):
    """The step in one entry alone, as an array of the shape of x."""
    move = np.zeros_like(x)
    move[place] = step
    return move


def quotient(f, x, move, step):
    """The slope between the points a step before and a step after x."""
    return (f(x + move) - f(x - move)) / (2 * step)


def arranged(slopes):
    """The slopes in the shape of x."""
    return slopes
