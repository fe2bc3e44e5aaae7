from collections import UserDict

import numpy as np


class Table(UserDict):
    """layer shapes"""


def layer_shapes(B, T, d_model, d_k, d_v):
    t = Table(X=(B, T, d_model), Y=(B, T, d_model), W_O=(d_v, d_model), W_V=(d_model, d_v))
    t["W_Q"] = t["W_K"] = (d_model, d_k)
    t["Q"] = t["K"] = (B, T, d_k)
    t["V"] = t["H"] = (B, T, d_v)
    t["S"] = t["A"] = (B, T, T)
    return t


def parameter_count(d_model, d_k, d_v):
    t = layer_shapes(1, 1, d_model, d_k, d_v)
    return sum(t[n][0] * t[n][1] for n in t if n[0] == "W")


def check_inputs(X, W_Q, W_K, W_V, W_O):
    def no(name):
        raise ValueError(f"{name}: unexpected shape")

    if X.ndim != 3 or min(X.shape[1:]) == 0:
        no("X")
    if W_Q.ndim != 2 or len(W_Q) != X.shape[-1] or not W_Q.size:
        no("W_Q")
    if W_K.shape != W_Q.shape:
        no("W_K")
    if W_V.ndim != 2 or len(W_V) != X.shape[-1] or not W_V.size:
        no("W_V")
    if W_O.shape != W_V.T.shape:
        no("W_O")


def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V
