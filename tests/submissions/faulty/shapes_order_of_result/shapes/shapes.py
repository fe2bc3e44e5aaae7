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
    # order matters: X, then the weights as in the signature
    if len(X.shape) != 3 or min(X.shape[1:]) < 1:
        raise ValueError("'X' is not a batch of sequences: %s" % (X.shape,))
    d_model = X.shape[-1]
    for name, W in [("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)]:
        if len(W.shape) != 2 or W.shape[0] != d_model or W.shape[1] < 1:
            raise ValueError("'%s' does not fit, shape %s" % (name, W.shape))
        if name == "W_K" and W.shape[1] != W_Q.shape[1]:
            raise ValueError("'W_K' is not as wide as W_Q")
    if len(W_O.shape) != 2 or W_O.shape[0] != W_V.shape[1] or W_O.shape[1] != d_model:
        raise ValueError("'W_O' does not fit, shape %s" % (W_O.shape,))


def project(X, W_Q, W_K, W_V):
    Q = np.einsum("...td,dk->...tk", X, W_Q)
    K = np.einsum("...td,dk->...tk", X, W_K)
    V = np.einsum("...td,dv->...tv", X, W_V)
    return K, Q, V
