"""Stage block, what is right: the normalisation of each token, and the block around a layer."""

import numpy as np


def layer_norm(X, gain, bias, eps):
    """Each token with mean 0 and variance near 1, then stretched and moved feature by feature.

    Source: Ba, Kiros and Hinton 2016.
    """
    return stretched(over_root(centred(X), variance(X), eps), gain, bias)


def axis_of_features(X):
    """The axis that means and variances are taken over."""
    return -1


def centred(X):
    """Each token less its mean."""
    return X - np.mean(X, axis=axis_of_features(X), keepdims=True)


def variance(X):
    """The mean square of what is centred, an axis of one for the features."""
    return np.var(X, axis=axis_of_features(X), keepdims=True)


def over_root(C, V, eps):
    """C over the standard deviation, which eps keeps above 0."""
    return C / np.sqrt(V + eps)


def stretched(N, gain, bias):
    """Every feature times its gain, plus its bias."""
    return N * gain + bias


def block(X, sublayer, gain, bias, layer_norm):
    """The tokens, with what the sublayer makes of them when normalised added on top."""
    return joined(X, inside(sublayer, normalised(X, gain, bias, layer_norm)))


def normalised(X, gain, bias, layer_norm):
    """What the sublayer is given."""
    return layer_norm(X, gain, bias)


def inside(sublayer, N):
    """What the sublayer writes."""
    return sublayer(N)


def joined(X, F):
    """The residual stream after the block."""
    return X + F
