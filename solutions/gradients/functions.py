"""Scalar functions to differentiate, answered outside a student's process.

Each has slopes and bends of order 1 that differ from entry to entry, and takes an array of one
shape only, in whatever precision it comes.
"""

import numpy as np


def of_shape(shape, value):
    """`value` as a function that refuses other shapes."""

    def f(x):
        x = np.asarray(x, dtype=np.float64)
        if x.shape != shape:
            raise ValueError(f"f takes an array of shape {shape}, not {x.shape}")
        return float(value(x))

    return f


def factors(shape):
    """1, 2, 3, … in an array of this shape."""
    return np.arange(1.0, np.prod(shape, dtype=int) + 1).reshape(shape)


def cubes(shape):
    """Σ c x³ / 2 + x."""
    c = factors(shape)
    return of_shape(shape, lambda x: np.sum(c * x**3 / 2 + x))


def waves(shape):
    """A sum of sines and a product of neighbours."""
    c = factors(shape)
    return of_shape(
        shape, lambda x: np.sum(np.sin(2 * x) * c) + 2 * np.sum(x.flat[1:] * x.flat[:-1])
    )


def exponentials(shape):
    """Σ c e^x, and the square of the sum."""
    c = factors(shape)
    return of_shape(shape, lambda x: np.sum(c * np.exp(x)) + np.sum(x) ** 2)


FUNCTIONS = (cubes, waves, exponentials)


def loss_of_queries(K, V, dO):
    """Σ dO · O as a function of Q, for O = softmax(Q Kᵀ / √d_k) V."""

    def loss(Q):
        E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
        return np.sum(dO * (E / E.sum(axis=-1, keepdims=True) @ V))

    return of_shape((len(dO), K.shape[1]), loss)
