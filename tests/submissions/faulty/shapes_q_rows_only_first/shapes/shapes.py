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
    if np.asarray(X).ndim != 3:
        raise ValueError("X: rank must be 3")
    if X.shape[1] < 1 or X.shape[2] < 1:
        raise ValueError("X: empty")
    d_model = X.shape[2]
    wants = {"W_Q": (d_model, None), "W_K": (d_model, "d_k"), "W_V": (d_model, None), "W_O": ("d_v", d_model)}
    given = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    known = {}
    for name in ["W_Q", "W_K", "W_V", "W_O"]:
        W = given[name]
        if W.ndim != 2:
            raise ValueError(name + ": rank must be 2")
        for size, want in zip(W.shape, wants[name]):
            if size == 0:
                raise ValueError(name + ": empty axis")
            if isinstance(want, str):
                want = known[want]
            if want is not None and size != want:
                raise ValueError(name + ": wrong size")
        if name == "W_Q":
            known["d_k"] = W.shape[1]
        if name == "W_V":
            known["d_v"] = W.shape[1]


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
    Q = np.zeros(X.shape[:-1] + (W_Q.shape[1],))
    for r in range(1, W_Q.shape[0]):
        Q = Q + X[..., r][..., None] * W_Q[r]
    return Q, _times(X, W_K), _times(X, W_V)
