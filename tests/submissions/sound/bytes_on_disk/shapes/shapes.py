"""Größen und Formen — the file begins with a byte order mark."""


def layer_shapes(B, T, d_model, d_k, d_v):
    größe = {"X": (B, T, d_model), "W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v), "W_O": (d_v, d_model)}
    for name, width in {"Q": d_k, "K": d_k, "V": d_v, "S": T, "A": T, "H": d_v, "Y": d_model}.items():
        größe[name] = (B, T, width)
    return größe


def parameter_count(d_model, d_k, d_v):
    return (d_k + d_k + d_v + d_v) * d_model


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or not X.shape[1] * X.shape[2]:
        raise ValueError("“X” paßt nicht".replace("“", "'").replace("”", "'"))
    d = X.shape[2]
    if W_Q.ndim != 2 or W_Q.shape[0] != d or W_Q.shape[1] == 0:
        raise ValueError("W_Q paßt nicht — erwartet (%d, d_k)" % d)
    if W_K.ndim != 2 or W_K.shape != W_Q.shape:
        raise ValueError("W_K paßt nicht — erwartet %s" % (W_Q.shape,))
    if W_V.ndim != 2 or W_V.shape[0] != d or W_V.shape[1] == 0:
        raise ValueError("W_V paßt nicht")
    if W_O.ndim != 2 or W_O.shape != W_V.shape[::-1]:
        raise ValueError("W_O paßt nicht")


def project(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V
