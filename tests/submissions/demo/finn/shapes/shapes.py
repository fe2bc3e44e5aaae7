"""Shapes: written out one after another."""

import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    shapes = {"X": (B, T, d_model), "Y": (B, T, d_model)}
    for name in ("Q", "K"):
        shapes[name] = (B, T, d_k)
        shapes["W_" + name] = (d_model, d_k)
    shapes["W_V"] = (d_model, d_v)
    shapes["W_O"] = (d_v, d_model)
    for name in ("V", "H"):
        shapes[name] = (B, T, d_v)
    for name in ("S", "A"):
        shapes[name] = (B, T, T)
    return shapes


def parameter_count(d_model, d_k, d_v):
    shapes = layer_shapes(1, 1, d_model, d_k, d_v)
    total = 0
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        rows, columns = shapes[name]
        total += rows * columns
    return total


def need(condition, name, why):
    if not condition:
        raise ValueError(name + ": " + why)


def check_inputs(X, W_Q, W_K, W_V, W_O):
    need(X.ndim == 3, "X", "three axes are needed")
    need(X.shape[1] > 0 and X.shape[2] > 0, "X", "there is no token or no feature")
    d_model = X.shape[2]

    need(W_Q.ndim == 2 and W_Q.size > 0, "W_Q", "a full matrix is needed")
    need(W_Q.shape[0] == d_model, "W_Q", "it needs one row for each feature")

    need(W_K.ndim == 2 and W_K.size > 0, "W_K", "a full matrix is needed")
    need(W_K.shape[0] == d_model, "W_K", "it needs one row for each feature")
    need(W_K.shape[1] == W_Q.shape[1], "W_K", "keys are as wide as queries")

    need(W_V.ndim == 2 and W_V.size > 0, "W_V", "a full matrix is needed")
    need(W_V.shape[0] == d_model, "W_V", "it needs one row for each feature")

    need(W_O.ndim == 2 and W_O.size > 0, "W_O", "a full matrix is needed")
    need(W_O.shape == (W_V.shape[1], d_model), "W_O", "it leads from values to the model")


def project(X, W_Q, W_K, W_V):
    queries = np.dot(X, W_Q)
    keys = np.dot(X, W_K)
    values = np.dot(X, W_V)
    return queries, keys, values
