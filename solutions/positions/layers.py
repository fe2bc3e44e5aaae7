"""Layers whose answers go along with a new order of the tokens, or do not.

Each takes X, (..., T, d_model), and treats items apart, so that an item alone gets the same answer.
"""

import numpy as np

from ..pieces import causal, pair, scale, softmax, weigh


def attending(W_Q, W_K, W_V, masked=False, places=None):
    """One reading by queries, keys and values; `places` are added to the tokens first."""

    def layer(X):
        X = np.asarray(X, float)
        X = X if places is None else X + places[: X.shape[-2]]
        Q = X @ W_Q
        S = scale(pair(Q, X @ W_K), Q)
        return weigh(softmax(S + causal(X.shape[-2]) if masked else S), X @ W_V)

    return layer


def token_by_token(W):
    """Every token by itself, the same for all."""

    def layer(X):
        return np.tanh(np.asarray(X, float) @ W)

    return layer


def numbered(W, step):
    """Every token by itself, with `step` added once for each place before it."""

    def layer(X):
        X = np.asarray(X, float)
        return X @ W + np.multiply.outer(np.arange(X.shape[-2]), step)

    return layer


def running_sum(X):
    """What has been said so far."""
    return np.cumsum(np.asarray(X, float), axis=-2)


def less_the_one_before(X):
    """Each token less the one before it; the first stays."""
    X = np.asarray(X, float)
    return np.concatenate([X[..., :1, :], X[..., 1:, :] - X[..., :-1, :]], axis=-2)


def mean_of_all(X):
    """The same row for every token: the mean."""
    X = np.asarray(X, float)
    return np.broadcast_to(X.mean(axis=-2, keepdims=True), X.shape)


def second_feature_by_place(X):
    """The first feature as it is, every other one times its place."""
    Y = np.array(X, float)
    Y[..., 1:] *= np.arange(Y.shape[-2])[:, np.newaxis]
    return Y
