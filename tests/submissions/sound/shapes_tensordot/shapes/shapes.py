import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    r"""X: \((B, T, d_{model})\) and so on."""
    X = np.array([B, T, d_model])
    out = {"X": tuple(X.tolist())}
    for name, width in {"Q": d_k, "K": d_k, "V": d_v, "S": T, "A": T, "H": d_v, "Y": d_model}.items():
        Z = X.copy()
        Z[-1] = width
        out[name] = tuple(Z)
    for name, width in {"W_Q": d_k, "W_K": d_k, "W_V": d_v}.items():
        out[name] = (d_model, width)
    out["W_O"] = tuple(reversed(out["W_V"]))
    return out


def parameter_count(d_model, d_k, d_v):
    return np.uint32(2 * d_model * d_k) + np.uint32(2 * d_model * d_v)


def check_inputs(X, W_Q, W_K, W_V, W_O):
    problems = []
    if X.ndim != 3:
        problems.append("X: rank")
    elif 0 in X.shape[1:]:
        problems.append("X: empty")
    d = X.shape[-1] if X.ndim else -1
    for name, W in dict(W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O).items():
        if W.ndim != 2:
            problems.append(name + ": rank")
        elif 0 in W.shape:
            problems.append(name + ": empty")
    if W_Q.ndim == 2 and W_Q.shape[0] != d:
        problems.append("W_Q: rows")
    if W_K.ndim == 2 and (W_K.shape[0] != d or W_Q.ndim == 2 and W_K.shape[1] != W_Q.shape[1]):
        problems.append("W_K: rows or columns")
    if W_V.ndim == 2 and W_V.shape[0] != d:
        problems.append("W_V: rows")
    if W_O.ndim == 2 and (W_O.shape[1] != d or W_V.ndim == 2 and W_O.shape[0] != W_V.shape[1]):
        problems.append("W_O: rows or columns")
    order = ("X:", "W_Q:", "W_K:", "W_V:", "W_O:")
    for start in order:
        for p in problems:
            if p.startswith(start):
                raise ValueError(p + " (all: " + ", ".join(problems) + ")")


def project(X, W_Q, W_K, W_V):
    return tuple(np.tensordot(X, W, axes=([-1], [0])) for W in (W_Q, W_K, W_V))
