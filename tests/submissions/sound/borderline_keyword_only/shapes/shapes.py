def layer_shapes(B, T, d_model, d_k, d_v, /):
    o = {"X": (B, T, d_model), "W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v), "W_O": (d_v, d_model)}
    o |= {"Q": (B, T, d_k), "K": (B, T, d_k), "V": (B, T, d_v), "S": (B, T, T), "A": (B, T, T)}
    return o | {"H": (B, T, d_v), "Y": (B, T, d_model)}


def parameter_count(m, k, v, /, *, bias=False):
    return 2 * m * (k + v)


def check_inputs(X, Q, K, V, O, /):
    if X.ndim != 3 or X.shape[1] == 0 or X.shape[2] == 0:
        raise ValueError("X: shape")
    for name, W in (("W_Q", Q), ("W_K", K), ("W_V", V), ("W_O", O)):
        rows = V.shape[-1] if name == "W_O" else X.shape[2]
        columns = {"W_K": Q.shape[-1] if Q.ndim else 0, "W_O": X.shape[2]}.get(name)
        if W.ndim != 2 or W.shape[0] != rows or W.shape[1] == 0 or columns not in (None, W.shape[1]):
            raise ValueError(name + ": shape")


def project(X, /, *W):
    return tuple(X @ w for w in W)
