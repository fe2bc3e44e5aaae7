import numpy as np
import itertools


def layer_shapes(B, T, d_model, d_k, d_v):
    names = ["X", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "S", "A", "H", "Y"]
    dims = [
        (B, T, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, d_model),
        (B, T, d_k), (B, T, d_k), (B, T, d_v), (B, T, T), (B, T, T), (B, T, d_v), (B, T, d_model),
    ]
    return dict(zip(names, dims))


def parameter_count(d_model, d_k, d_v):
    n = 0
    n += d_model * d_k    # W_Q
    n += d_model * d_k    # W_K
    n += d_model * d_v    # W_V
    n += d_v * d_model    # W_O
    return n


def check_inputs(X, W_Q, W_K, W_V, W_O):
    assert X.ndim == 3 and X.shape[1] > 0 and X.shape[2] > 0, "X"
    d = X.shape[2]
    assert W_Q.ndim == 2 and W_Q.shape[0] == d and W_Q.shape[1] > 0, "W_Q"
    assert W_K.shape == W_Q.shape, "W_K"
    assert W_V.ndim == 2 and W_V.shape[0] == d and W_V.shape[1] > 0, "W_V"
    assert W_O.shape == (W_V.shape[1], d), "W_O"


def _times(X, W):
    out = np.zeros(X.shape[:-1] + (W.shape[1],))
    for idx in itertools.product(*[range(n) for n in X.shape[:-1]]):
        for c in range(W.shape[1]):
            s = 0.0
            for r in range(W.shape[0]):
                s += X[idx + (r,)] * W[r, c]
            out[idx + (c,)] = s
    return out


def project(X, W_Q, W_K, W_V):
    return _times(X, W_Q), _times(X, W_K), _times(X, W_V)
