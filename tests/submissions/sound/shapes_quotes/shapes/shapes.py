import numpy as np


def layer_shapes(B: int, T: int, d_model: int, d_k: int, d_v: int) -> dict:
    ks, vs = {"W_Q", "W_K"}, {"W_V"}
    return {
        **{w: (d_model, d_k) for w in ks},
        **{w: (d_model, d_v) for w in vs},
        **{"W_O": (d_v, d_model)},
        **{t: (B, T, n) for t, n in [("X", d_model), ("Q", d_k), ("K", d_k), ("V", d_v), ("H", d_v), ("Y", d_model)]},
        **dict.fromkeys("SAMR", (B, T, T)),
    }


def parameter_count(d_model: int, d_k: int, d_v: int, /) -> int:
    return (d_k + d_v) * d_model << 1


def check_inputs(X, W_Q, W_K, W_V, W_O) -> None:
    if not (np.ndim(X) == 3 and np.prod(np.shape(X)[1:]) > 0):
        raise ValueError(f"`X`: {np.shape(X)}")
    *_, d = np.shape(X)
    if not (np.ndim(W_Q) == 2 and len(W_Q) == d and np.size(W_Q)):
        raise ValueError(f'"W_Q": {np.shape(W_Q)}')
    if not (np.ndim(W_K) == 2 and len(W_K) == d and np.size(W_K) == np.size(W_Q)):
        raise ValueError(f"{'W_K'!r}: {np.shape(W_K)}")
    if not (np.ndim(W_V) == 2 and len(W_V) == d and np.size(W_V)):
        raise ValueError("W_V")
    if not (np.ndim(W_O) == 2 and W_O.T.shape == W_V.shape):
        raise ValueError("W_O=" + str(W_O.shape))


def project(X, W_Q, W_K, W_V):
    X = np.asarray(X, np.longdouble)
    return X @ np.asarray(W_Q, np.longdouble), X @ np.asarray(W_K, np.longdouble), X @ np.asarray(W_V, np.longdouble)
