import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    out = np.zeros(X.shape)
    for place in np.ndindex(*X.shape[:-1]):
        x = X[place]
        out[place] = bias * (x - np.mean(x)) / (np.var(x) + eps) ** 0.5 + gain
    return out


def pre_norm_block(X, sublayer, gain, bias):
    return X + sublayer(layer_norm(X, gain, bias))
