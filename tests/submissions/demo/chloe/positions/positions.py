import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    t = np.arange(T)[:, None]
    angle = t / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return P


def rotate_half(X):
    half = X.shape[-1] // 2
    return np.concatenate([-X[..., half:], X[..., :half]], axis=-1)


def rotate(X, positions):
    width = X.shape[-1]
    theta = np.outer(positions, 1 / 10000 ** (np.arange(0, width, 2) / width))
    theta = np.concatenate([theta, theta], axis=-1)
    return X * np.cos(theta) + rotate_half(X) * np.sin(theta)


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
