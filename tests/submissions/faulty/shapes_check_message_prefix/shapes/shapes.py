import numpy as np
from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    B: int
    T: int
    d_model: int
    d_k: int
    d_v: int

    def tokens(self, width):
        return (self.B, self.T, width)


def layer_shapes(B, T, d_model, d_k, d_v):
    z = Sizes(B, T, d_model, d_k, d_v)
    pair = (z.B, z.T, z.T)
    out = {"X": z.tokens(z.d_model)}
    out.update(W_Q=(d_model, d_k), W_K=(d_model, d_k), W_V=(d_model, d_v), W_O=(d_v, d_model))
    out.update(Q=z.tokens(d_k), K=z.tokens(d_k), V=z.tokens(d_v))
    out.update(S=pair, A=pair)
    out.update(H=z.tokens(d_v), Y=z.tokens(d_model))
    return out


def parameter_count(d_model, d_k, d_v):
    return sum([d_model * d_k, d_model * d_k, d_model * d_v, d_v * d_model])


def check_inputs(X, W_Q, W_K, W_V, W_O):
    def bad(name):
        raise ValueError("Error in " + name)
    if X.ndim != 3 or 0 in X.shape[1:]:
        bad("X")
    m = X.shape[2]
    if W_Q.ndim != 2 or W_Q.shape[0] != m or W_Q.shape[1] == 0:
        bad("W_Q")
    if W_K.shape != W_Q.shape:
        bad("W_K")
    if W_V.ndim != 2 or W_V.shape[0] != m or W_V.shape[1] == 0:
        bad("W_V")
    if W_O.shape != (W_V.shape[1], m):
        bad("W_O")


def project(X, W_Q, W_K, W_V):
    Q = np.einsum("...td,dk->...tk", X, W_Q)
    K = np.einsum("...td,dk->...tk", X, W_K)
    V = np.einsum("...td,dv->...tv", X, W_V)
    return Q, K, V
