import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    w = dict(X=d_model, Q=d_k, K=d_k, V=d_v, S=T, A=T, H=d_v, Y=d_model)
    shapes = {name: [B, T, width] for name, width in w.items()}
    shapes.update(W_Q=np.array([d_model, d_k]), W_K=np.array([d_model, d_k], np.int32), W_V=[d_model, d_v], W_O=range(0))
    shapes["W_O"] = list(reversed(shapes["W_V"]))
    return shapes


def parameter_count(d_model, d_k, d_v):
    return np.array([d_k, d_k, d_v, d_v], dtype=np.int64).dot([d_model] * 4) * np.ones((), dtype=np.int64)[...]


def check_inputs(X, W_Q, W_K, W_V, W_O):
    d = X.shape[-1] if X.ndim == 3 else 0
    if X.ndim != 3 or d == 0 or X.shape[1] == 0:
        raise ValueError("X", ) from None
    if [W_Q.ndim, *W_Q.shape[:1]] != [2, d] or W_Q.shape[1] == 0:
        raise ValueError("W_Q")
    if [W_K.ndim, *W_K.shape] != [2, d, W_Q.shape[1]]:
        raise ValueError("W_K")
    if [W_V.ndim, *W_V.shape[:1]] != [2, d] or W_V.shape[1] == 0:
        raise ValueError("W_V")
    if [W_O.ndim, *W_O.shape] != [2, W_V.shape[1], d]:
        raise ValueError("W_O")


def project(X, W_Q, W_K, W_V):
    return [X @ W_Q, X @ W_K, X @ W_V]
