from collections import defaultdict

import numpy as np


class Size(int):
    """An int that knows its own name."""

    name = "size"


def layer_shapes(B, T, d_model, d_k, d_v):
    out = defaultdict(tuple)
    out["X"] += tuple(np.array([B, T, d_model]))
    out["W_Q"] += tuple(np.array([d_model, d_k], dtype=np.int32))
    out["W_K"] += (np.int64(d_model), d_k)
    out["W_V"] += (d_model, np.uint8(d_v))
    out["W_O"] += (Size(d_v), Size(d_model))
    out["Q"] = out["K"] = np.shape(np.broadcast_to(0, (B, T, d_k)))
    out["V"] = out["H"] = (B, T, np.intp(d_v))
    out["S"] = out["A"] = (B,) + 2 * (T,)
    out["Y"] = out["X"]
    return out


def parameter_count(d_model, d_k, d_v):
    return Size(2 * d_model * (d_k + d_v))


class Misfit(ValueError):
    def __init__(self, name, why):
        super().__init__(f'"{name}" {why}')
        self.name = name


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or X.shape[1] < 1 or X.shape[2] < 1:
        raise Misfit("X", "is no batch of sequences")
    d = X.shape[2]
    for name, W in zip(["W_Q", "W_K", "W_V", "W_O"], [W_Q, W_K, W_V, W_O]):
        if W.ndim != 2 or min(W.shape) < 1:
            raise Misfit(name, "is no matrix")
        if name != "W_O" and W.shape[0] != d:
            raise Misfit(name, "has too many or too few rows")
        if name == "W_K" and W.shape[1] != W_Q.shape[1]:
            raise Misfit(name, "is too wide or too narrow")
        if name == "W_O" and W.shape != (W_V.shape[1], d):
            raise Misfit(name, "does not lead back to X")


def project(X, W_Q, W_K, W_V):
    Q = np.asfortranarray(X @ W_Q)
    K = (X @ W_K).astype(np.longdouble)
    V = (X @ W_V[:, ::-1])[..., ::-1]
    Q.setflags(write=False)
    return [Q, K, V]
