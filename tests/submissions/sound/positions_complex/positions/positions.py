import numpy as np


def sinusoidal_positions(T, d_model):
    turns = np.exp(1j * 10000.0 ** (-2 * np.arange((d_model + 1) // 2) / d_model))
    powers = np.vander(turns, T, increasing=True).T
    pairs = np.stack([powers.imag, powers.real], axis=-1)
    return pairs.reshape(T, -1)[:, :d_model]


def rotate(X, positions):
    width = X.shape[-1]
    z = np.ascontiguousarray(X, dtype=np.float64).view(np.complex128)
    rates = 10000.0 ** (-2 * np.arange(width // 2) / width)
    return (z * np.exp(1j * np.outer(positions, rates))).view(np.float64)


def order_gap(layer, X, permutation):
    P = np.eye(len(permutation))[permutation]
    return np.array(np.abs(P @ layer(X) - layer(P @ X)).max())
