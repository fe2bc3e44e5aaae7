"""Layers to put into a block. Each keeps the shape (..., T, d_model) and treats items apart."""

import numpy as np

from ..pieces import causal, pair, scale, softmax, weigh


def product(W):
    """Every token times a matrix."""

    def sublayer(X):
        return np.asarray(X, float) @ W

    return sublayer


def network(W, U):
    """Two products with a bend between them, token by token."""

    def sublayer(X):
        return np.maximum(np.asarray(X, float) @ W + 0.5, 0) @ U

    return sublayer


def attention(W_Q, W_K, W_V, masked=False):
    """Tokens read each other."""

    def sublayer(X):
        X = np.asarray(X, float)
        Q = X @ W_Q
        S = scale(pair(Q, X @ W_K), Q)
        return weigh(softmax(S + causal(X.shape[-2]) if masked else S), X @ W_V)

    return sublayer


def squares(X):
    """Never negative."""
    return np.asarray(X, float) ** 2


def itself(X):
    """What it is given."""
    return np.array(X, float)


def silence(X):
    """Zeros."""
    return np.zeros(np.shape(X))


def one(X):
    """Ones, whatever it is given."""
    return np.ones(np.shape(X))
