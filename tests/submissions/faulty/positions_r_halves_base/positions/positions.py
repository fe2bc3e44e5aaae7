import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    t = np.arange(T)[:, None]
    angle = t / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return P


def rotate(X, positions):
    half = X.shape[-1] // 2
    theta = np.outer(positions, 500000 ** (-np.arange(half) / half))
    a, b = X[..., :half], X[..., half:]
    c, s = np.cos(theta), np.sin(theta)
    return np.concatenate([a * c - b * s, a * s + b * c], axis=-1)


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
