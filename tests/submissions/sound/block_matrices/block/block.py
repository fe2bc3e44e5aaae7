import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    d = X.shape[-1]
    C = X @ (np.eye(d) - np.full((d, d), 1 / d))
    size = np.linalg.norm(C, axis=-1) / np.sqrt(d)
    return np.einsum("...i,...,ij->...j", C, 1 / np.hypot(size, np.sqrt(eps)), np.diag(gain)) + bias


def pre_norm_block(X, sublayer, gain, bias):
    N = layer_norm(X, gain, bias)
    N.setflags(write=False)
    return sum((X, sublayer(N)))
