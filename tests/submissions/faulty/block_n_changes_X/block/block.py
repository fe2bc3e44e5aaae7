import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    if X.dtype.kind == "i":
        X = X.astype(float)
    X -= X.mean(axis=-1, keepdims=True)
    return gain * X / np.sqrt(X.var(axis=-1, keepdims=True) + eps) + bias


def pre_norm_block(X, sublayer, gain, bias):
    return X + sublayer(layer_norm(X, gain, bias))
