from enum import StrEnum

import numpy as np

Name = StrEnum("Name", [(n, n) for n in "X W_Q W_K W_V W_O Q K V S A H Y".split()])


def layer_shapes(B, T, d_model, d_k, d_v):
    t = {Name.X: d_model, Name.Q: d_k, Name.K: d_k, Name.V: d_v, Name.S: T, Name.A: T, Name.H: d_v, Name.Y: d_model}
    return {n: (B, T, w) for n, w in t.items()} | {
        Name.W_Q: (d_model, d_k), Name.W_K: (d_model, d_k), Name.W_V: (d_model, d_v), Name.W_O: (d_v, d_model)}


def parameter_count(d_model, d_k, d_v):
    return sum(a * b for a, b in (s for n, s in layer_shapes(1, 1, d_model, d_k, d_v).items() if n.startswith("W_")))


def check_inputs(X, W_Q, W_K, W_V, W_O):
    def need(ok, name):
        if not ok:
            raise ValueError(name)

    need(X.ndim == 3 and X.shape[1] and X.shape[2], Name.X)
    need(W_Q.ndim == 2 and W_Q.size and len(W_Q) == X.shape[2], Name.W_Q)
    need(W_K.shape == W_Q.shape, Name.W_K)
    need(W_V.ndim == 2 and W_V.size and len(W_V) == X.shape[2], Name.W_V)
    need(W_O.shape == W_V.shape[::-1], Name.W_O)


def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V
