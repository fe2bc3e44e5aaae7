import numpy as np


def sinusoidal_positions(T, d_model):
    P = np.zeros((T, d_model))
    t = np.arange(T)[:, None]
    angle = t / 10000 ** (np.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = np.sin(angle)
    P[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return P


def rotate(X, positions):
    if X.dtype.kind == "i":
        X = X.astype(float)
    for i in range(X.shape[-1] // 2):
        theta = positions / 10000 ** (2 * i / X.shape[-1])
        a, b = X[..., 2 * i].copy(), X[..., 2 * i + 1].copy()
        X[..., 2 * i] = a * np.cos(theta) - b * np.sin(theta)
        X[..., 2 * i + 1] = a * np.sin(theta) + b * np.cos(theta)
    return X


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
