import numpy as np


def sinusoidal_positions(T, d_model):
    result = np.zeros((T, d_model))
    i = 0
    while 2 * i < d_model:
        for pos in range(T):
            denominator = np.power(10000, (2 * i) / d_model)
            result[pos][2 * i] = np.sin(pos / denominator)
            if 2 * i + 1 < d_model:
                result[pos][2 * i + 1] = np.cos(pos / denominator)
        i = i + 1
    return result


def rotate(X, positions):
    shape = X.shape
    X2 = np.array(X, dtype=float).reshape((-1, shape[-2], shape[-1]))
    answer = X2.copy()
    for b in range(X2.shape[0]):
        for t in range(shape[-2]):
            for i in range(shape[-1] // 2):
                theta = positions[t] * (1 / (10000 ** (2 * i / shape[-1])))
                old_a = X2[b][t][2 * i]
                old_b = X2[b][t][2 * i + 1]
                answer[b][t][2 * i] = old_a * np.cos(theta) - old_b * np.sin(theta)
                answer[b][t][2 * i + 1] = old_a * np.sin(theta) + old_b * np.cos(theta)
    return answer.reshape(shape)


def order_gap(layer, X, permutation):
    Y = np.array(layer(X))
    X_new = X.copy()
    Y_new = Y.copy()
    for new_place in range(len(permutation)):
        old_place = permutation[new_place]
        X_new[..., new_place, :] = X[..., old_place, :]
        Y_new[..., new_place, :] = Y[..., old_place, :]
    Y_other = np.array(layer(X_new))
    return np.max(np.max(np.max(np.abs(Y_new - Y_other))))
