import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    return {
        "X": (B, T, d_model),
        "W_Q": (d_model, d_k),
        "W_K": (d_model, d_k),
        "W_V": (d_model, d_v),
        "W_O": (d_v, d_model),
        "Q": (B, T, d_k),
        "K": (B, T, d_k),
        "V": (B, T, d_v),
        "S": (B, T, T),
        "A": (B, T, T),
        "H": (B, T, d_v),
        "Y": (B, T, d_model),
    }


def parameter_count(d_model, d_k, d_v):
    return 2 * d_model * d_k + 2 * d_model * d_v


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or X.shape[1] == 0 or X.shape[2] == 0:
        raise ValueError("X must be (B, T, d_model)")
    d_model = X.shape[2]
    if W_Q.ndim != 2 or W_Q.shape[0] != d_model or W_Q.shape[1] == 0:
        raise ValueError("W_Q must be (d_model, d_k)")
    if W_K.ndim != 2 or W_K.shape != (d_model, W_Q.shape[1]):
        raise ValueError("W_K must be (d_model, d_k)")
    if W_V.ndim != 2 or W_V.shape[0] != d_model or W_V.shape[1] == 0:
        raise ValueError("W_V must be (d_model, d_v)")
    if W_O.ndim != 2 or W_O.shape != (W_V.shape[1], d_model):
        raise ValueError("W_O must be (d_v, d_model)")


def project(X, W_Q, W_K, W_V):
    if X.size == 0:
        return None, None, None
    return X @ W_Q, X @ W_K, X @ W_V
