import inspect
import sys

me = sys.modules[__name__]
try:
    SOURCE = inspect.getsource(me)
except (OSError, TypeError):
    SOURCE = ""
LINES = len(SOURCE.splitlines())


def shape_X(B, T, d_model, d_k, d_v):
    return B, T, d_model


def shape_W_Q(B, T, d_model, d_k, d_v):
    return d_model, d_k


shape_W_K = shape_W_Q


def shape_W_V(B, T, d_model, d_k, d_v):
    return d_model, d_v


def shape_W_O(*sizes):
    return shape_W_V(*sizes)[::-1]


def shape_Q(B, T, d_model, d_k, d_v):
    return B, T, d_k


def shape_V(B, T, d_model, d_k, d_v):
    return B, T, d_v


def shape_S(B, T, *_):
    return B, T, T


shape_K, shape_A, shape_H, shape_Y = shape_Q, shape_S, shape_V, shape_X


def layer_shapes(*sizes):
    return {n[6:]: f(*sizes) for n, f in vars(me).items() if n.startswith("shape_")}


def parameter_count(d_model, d_k, d_v):
    total = 0
    for w in "QKVO":
        rows, columns = getattr(me, "shape_W_" + w)(1, 1, d_model, d_k, d_v)
        total += rows * columns
    return total


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or 0 in X.shape[1:]:
        raise ValueError("X" + f" {X.shape}")
    B, T, d = X.shape
    for W, name in ((W_Q, "W_Q"), (W_K, "W_K"), (W_V, "W_V"), (W_O, "W_O")):
        if W.ndim != 2 or W.size == 0:
            raise ValueError(name + f" {W.shape}")
        want = getattr(me, "shape_" + name)(B, T, d, W_Q.shape[1], W_V.shape[1] if W_V.ndim == 2 else W.shape[1])
        if name == "W_Q" or name == "W_V":
            want = (d, W.shape[1])
        if W.shape != want:
            raise ValueError(name + f" {W.shape}, not {want}")


def project(X, W_Q, W_K, W_V):
    return [X @ globals_of for globals_of in (W_Q, W_K, W_V)]
