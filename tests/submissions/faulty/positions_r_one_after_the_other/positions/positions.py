import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    t = np.arange(T)[:, None]
    angle = t / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return P


def rotate(X, positions):
    Y = np.array(X, dtype=float)
    for i in range(X.shape[-1] // 2):
        theta = positions / 10000 ** (2 * i / X.shape[-1])
        Y[..., 2 * i] = Y[..., 2 * i] * np.cos(theta) - Y[..., 2 * i + 1] * np.sin(theta)
        Y[..., 2 * i + 1] = Y[..., 2 * i] * np.sin(theta) + Y[..., 2 * i + 1] * np.cos(theta)
    return Y


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
