import numpy as np

F = np.float32


def rates(width):
    return np.exp(np.arange(0, width, 2, dtype=F) * F(-np.log(10000.0) / width))


def sinusoidal_positions(T, d_model):
    angle = np.arange(T, dtype=F)[:, None] * rates(d_model)
    both = np.stack((np.sin(angle), np.cos(angle)), axis=2)
    return both.reshape(T, -1)[:, :d_model]


def rotate(X, positions):
    x = X.astype(F)
    angle = positions.astype(F)[:, None] * rates(X.shape[-1])
    c, s = np.repeat(np.cos(angle), 2, axis=-1), np.repeat(np.sin(angle), 2, axis=-1)
    swapped = x.reshape(*x.shape[:-1], -1, 2)[..., ::-1] * np.array([-1, 1], F)
    return x * c + swapped.reshape(x.shape) * s


def order_gap(layer, X, permutation):
    X = X.astype(F)
    one = np.take(layer(X).astype(F), permutation, axis=-2)
    other = layer(np.take(X, permutation, axis=-2)).astype(F)
    return np.abs(one - other).max()
