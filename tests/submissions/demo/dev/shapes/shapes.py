"""Shapes, with einsum for the projections."""

import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    tokens = (B, T)
    return dict(
        X=tokens + (d_model,),
        W_Q=(d_model, d_k), W_K=(d_model, d_k), W_V=(d_model, d_v), W_O=(d_model, d_v),
        Q=tokens + (d_k,), K=tokens + (d_k,), V=tokens + (d_v,),
        S=tokens + (T,), A=tokens + (T,),
        H=tokens + (d_v,), Y=tokens + (d_model,),
    )


def parameter_count(d_model, d_k, d_v):
    queries_and_keys = d_model * d_k * 2
    values = d_model * d_v
    output = d_v * d_model
    biases = 2 * d_k + d_v + d_model
    return queries_and_keys + values + output + biases


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or min(X.shape[1:]) == 0:
        raise ValueError("'X' is not a batch of sequences")
    d_model = X.shape[-1]
    widths = {}
    for name, W in zip(("W_Q", "W_K", "W_V", "W_O"), (W_Q, W_K, W_V, W_O)):
        fits = W.ndim == 2 and min(W.shape) > 0
        if fits and name == "W_O":
            fits = W.shape == (widths["W_V"], d_model)
        elif fits:
            fits = W.shape[0] == d_model
            widths[name] = W.shape[1]
            if name == "W_K":
                fits = fits and widths["W_K"] == widths["W_Q"]
        if not fits:
            raise ValueError(f"'{name}' does not fit")


def project(X, W_Q, W_K, W_V):
    return tuple(np.einsum("...td,dk->...tk", X, W) for W in (W_Q, W_K, W_V))
