import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    rms = np.sqrt(np.mean(np.asarray(X, float) ** 2, axis=-1, keepdims=True) + eps)
    return X / rms * gain + bias


def pre_norm_block(X, sublayer, gain, bias):
    return X + sublayer(layer_norm(X, gain, bias))
