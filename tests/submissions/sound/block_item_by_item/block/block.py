import numpy as np


def layer_norm(X, gain, bias, eps=1e-5):
    rows = [norm_of_row(row, gain, bias, eps) for row in X.reshape(-1, X.shape[-1])]
    return np.reshape(rows, X.shape)


def norm_of_row(row, gain, bias, eps):
    mean, square, count = 0.0, 0.0, 0
    for value in row:  # Welford
        count += 1
        step = float(value) - mean
        mean += step / count
        square += step * (float(value) - mean)
    return (row - mean) / np.sqrt(square / count + eps) * gain + bias


def pre_norm_block(X, sublayer, gain, bias):
    if X.ndim > 2:
        return np.stack([pre_norm_block(item, sublayer, gain, bias) for item in X])
    N = layer_norm(X, gain, bias)
    first, second = sublayer(N), sublayer(N.tolist())
    assert np.allclose(first, second)
    return X + first
