import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    t = np.arange(T)[:, None]
    angle = t / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return P


def rotate(X, positions):
    width = X.shape[-1]
    Y = np.array(X, dtype=float)
    for i in range(0, width // 2, 2):
        c = np.cos(positions / 10000 ** (i / width))
        s = np.sin(positions / 10000 ** (i / width))
        Y[..., i] = X[..., i] * c - X[..., i + 1] * s
        Y[..., i + 1] = X[..., i] * s + X[..., i + 1] * c
    return Y


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
