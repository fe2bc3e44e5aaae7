import numpy as np


def sinusoidal_positions(T, d_model):
    t, column = np.indices((T, d_model))
    phase = np.where(column % 2, np.pi / 2, 0)
    return np.sin(t / np.power(10000.0, 2 * (column // 2) / d_model) + phase)


def rotate(X, positions):
    if X.ndim > 2:
        return np.stack([rotate(item, positions) for item in X])
    return np.array([turned(x, p) for x, p in zip(X, positions)])


def turned(x, position):
    out = np.zeros(len(x))
    for i in range(len(x) // 2):
        a = int(position) * 10000.0 ** -(2 * i / len(x))
        out[2 * i : 2 * i + 2] = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ x[
            2 * i : 2 * i + 2
        ]
    return out


def order_gap(layer, X, permutation):
    if X.ndim > 2:
        return max(order_gap(layer, item, permutation) for item in X)
    order = permutation.tolist()
    tokens = X.tolist()
    first = layer(tokens)
    second = layer([tokens[p] for p in order])
    return max(np.abs(first[p] - second[t]).max() for t, p in enumerate(order))
