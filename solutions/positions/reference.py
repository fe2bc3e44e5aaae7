"""Stage positions, what is right: waves, rotations, and what a new order of the tokens does."""

import numpy as np


def sinusoidal(T, d_model):
    """One row a position: sin and cos of the same angle side by side, slower to the right."""
    return waves(np.multiply.outer(places(T), rates(d_model)), d_model)


def places(T):
    """The positions, (T,)."""
    return np.arange(T)


def rates(width):
    """How far the angle of each pair of columns turns from one position to the next.

    Source: Vaswani et al. 2017, section 3.5; the same rates serve Su et al. 2021.
    """
    return base() ** -exponents(width)


def exponents(width):
    """2i / width for each pair i of columns; the last of an odd width has no partner."""
    return np.arange(0, width, 2) / width


def base():
    """The slowest wave is nearly this many times as long as the fastest."""
    return 10000.0


def waves(angles, d_model):
    """The sines and cosines of (T, pairs) angles, column by column."""
    P = np.empty((len(angles), d_model))
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return P


def rotary(X, positions):
    """Each pair of columns turned by the angle of its token's position."""
    first, second = columns(X.shape[-1])
    angles = turns(X, positions)
    turned = np.empty(X.shape)
    turned[..., first], turned[..., second] = turn(X[..., first], X[..., second], angles)
    return turned


def columns(width):
    """Which columns stand first and second in each pair."""
    return np.arange(0, width, 2), np.arange(1, width, 2)


def turns(X, positions):
    """The angle of each token and pair, (T, pairs)."""
    return np.multiply.outer(positions, rates(X.shape[-1]))


def turn(a, b, angles):
    """The vector (a, b) turned from the first axis towards the second."""
    return a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)


def order_gap(layer, X, permutation):
    """How far the layer's answer is from going along with a new order of the tokens."""
    return largest(after(layer(X), permutation) - layer(before(X, permutation)))


def before(X, permutation):
    """The tokens in another order."""
    return X[..., permutation, :]


def after(Y, permutation):
    """The outputs in another order."""
    return Y[..., permutation, :]


def largest(D):
    """The largest of all differences in size."""
    return np.max(np.abs(D))
