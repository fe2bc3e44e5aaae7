import numpy as np

def layer_shapes(B, T, d_model, d_k, d_v):
    return {"X": (B, T, d_model), "W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v),
            "W_O": (d_v, d_model), "Q": (B, T, d_k), "K": (B, T, d_k), "V": (B, T, d_v),
            "S": (B, T, T), "A": (B, T, T), "H": (B, T, d_v), "Y": (B, T, d_model)}


def parameter_count(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v)


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or X.shape[1] == 0 or X.shape[2] == 0:
        print("X must be (B, T, d_model)")
    d = X.shape[2]
    for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        if W.ndim != 2 or 0 in W.shape or W.shape[0] != d:
            print(f"{name} must have {d} rows")
        if name == "W_K" and W.shape[1] != W_Q.shape[1]:
            print("W_K must be as wide as W_Q")
    if W_O.ndim != 2 or W_O.shape != (W_V.shape[1], d):
        print("W_O must be (d_v, d_model)")


def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V
