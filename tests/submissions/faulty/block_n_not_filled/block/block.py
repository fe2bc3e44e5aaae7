import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    raise NotImplementedError


def pre_norm_block(X, sublayer, gain, bias):
    return X + sublayer(layer_norm(X, gain, bias))
