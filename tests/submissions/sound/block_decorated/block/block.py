import functools

import numpy as np


def in_double(function):
    @functools.wraps(function)
    def inside(X, *args, **kwargs):
        return function(np.array(X, dtype=np.float64), *args, **kwargs)

    return inside


class Counter:
    calls = 0


@in_double
def layer_norm(X, gain, bias, eps=1e-5):
    Counter.calls += 1
    X -= X.mean(axis=-1, keepdims=True)
    X /= np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)
    X *= gain
    X += bias
    return X


def pre_norm_block(X, sublayer, gain, bias):
    mean = np.expand_dims(np.mean(X, axis=X.ndim - 1), axis=X.ndim - 1)
    deviation = np.std(X, axis=-1)[..., np.newaxis]
    normed = gain * ((X - mean) / np.sqrt(deviation * deviation + 0.00001)) + bias
    out = np.empty(X.shape)
    out[...] = X
    out[...] += sublayer(normed)
    return out
