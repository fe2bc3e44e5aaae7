import statistics

import numpy as np
from numpy import ma


def layer_norm(X, gain, bias, eps=1e-5):
    def norm(row):
        row = [float(v) for v in row]
        centre = statistics.fmean(row)
        return np.array([v - centre for v in row]) * (statistics.pvariance(row) + eps) ** -0.5

    return ma.array(np.apply_along_axis(norm, -1, X)) * gain + bias


def pre_norm_block(X, sublayer, gain, bias):
    N = layer_norm(X, gain, bias)
    if X.ndim == 2:
        return np.matrix(X) + np.matrix(sublayer(np.matrix(N)))
    return X + sublayer(N)
