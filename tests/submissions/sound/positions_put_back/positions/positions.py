import numpy as np


def sinusoidal_positions(T, d_model):
    # each row from the one before it: sin(a + b), cos(a + b)
    half = -(-d_model // 2)
    step = 1 / 10000 ** (2 * np.arange(half) / d_model)
    s, c = np.zeros(half), np.ones(half)
    rows = np.empty((T, half, 2))
    for t in range(T):
        rows[t, :, 0], rows[t, :, 1] = s, c
        s, c = s * np.cos(step) + c * np.sin(step), c * np.cos(step) - s * np.sin(step)
    return rows.reshape(T, 2 * half)[:, :d_model]


def rotate(X, positions):
    T, width = X.shape[-2:]
    R = np.zeros((T, width, width))
    for t in range(T):
        for i in range(0, width, 2):
            a = positions[t] / 10000 ** (i / width)
            R[t, i : i + 2, i : i + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return np.einsum("tij,...tj->...ti", R, X)


def order_gap(layer, X, permutation):
    back = np.empty_like(permutation)
    back[permutation] = np.arange(len(permutation))
    moved = layer(X[..., permutation, :])[..., back, :]
    return float(np.linalg.norm((layer(X) - moved).ravel(), np.inf))
