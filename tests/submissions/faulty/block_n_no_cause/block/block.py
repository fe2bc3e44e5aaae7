import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    var = X.var(axis=-1, keepdims=True)
    return gain * (X - mean) / (1.1 * np.sqrt(var + eps)) + bias


def pre_norm_block(X, sublayer, gain, bias):
    return X + sublayer(layer_norm(X, gain, bias))
