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
    z = X[..., 0::2] + 1j * X[..., 1::2]
    z = z * np.exp(-1j * np.outer(positions, 10000 ** (-np.arange(0, width, 2) / width)))
    return np.stack([z.real, z.imag], axis=-1).reshape(X.shape)


def order_gap(layer, X, permutation):
    first = layer(X)[..., permutation, :]
    second = layer(X[..., permutation, :])
    return np.abs(first - second).max()
