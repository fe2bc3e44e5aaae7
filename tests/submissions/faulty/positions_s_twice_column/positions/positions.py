import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    for t in range(T):
        for i in range(d_model):
            angle = t / 10000 ** (2 * i / d_model)
            P[t, i] = np.sin(angle) if i % 2 == 0 else np.cos(angle)
    return P


def rotate(X, positions):
    width = X.shape[-1]
    theta = positions[:, None] / 10000 ** (np.arange(0, width, 2) / width)
    a, b = X[..., 0::2], X[..., 1::2]
    Y = np.zeros(X.shape)
    Y[..., 0::2] = a * np.cos(theta) - b * np.sin(theta)
    Y[..., 1::2] = a * np.sin(theta) + b * np.cos(theta)
    return Y


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
