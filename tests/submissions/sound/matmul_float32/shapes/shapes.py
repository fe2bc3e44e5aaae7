import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    X = np.empty((B, T, d_model), np.float32)
    W_Q = W_K = np.empty((d_model, d_k), np.float32)
    W_V = np.empty((d_model, d_v), np.float32)
    W_O = np.empty((d_v, d_model), np.float32)
    Q = np.matmul(X, W_Q)
    V = np.matmul(X, W_V)
    S = np.matmul(Q, Q.swapaxes(1, 2))
    H = np.matmul(S, V)
    Y = np.matmul(H, W_O)
    return {"X": X.shape, "W_Q": W_Q.shape, "W_K": W_K.shape, "W_V": W_V.shape, "W_O": W_O.shape, "Q": Q.shape,
            "K": Q.shape, "V": V.shape, "S": S.shape, "A": S.shape, "H": H.shape, "Y": Y.shape}


def parameter_count(d_model, d_k, d_v):
    shapes = layer_shapes(1, 1, d_model, d_k, d_v)
    return int(sum(np.prod(shapes[w]) for w in ("W_Q", "W_K", "W_V", "W_O")))


class ShapeError(ValueError):
    """Said of an array that does not fit."""


def check_inputs(X, W_Q, W_K, W_V, W_O):
    def demand(true, sentence):
        if not true:
            raise ShapeError(sentence)

    demand(np.ndim(X) == 3, "X: rank 3 expected, got {}".format(np.ndim(X)))
    B, T, d_model = np.shape(X)
    demand(T >= 1 and d_model >= 1, "X: no empty axis but the batch")
    demand(np.ndim(W_Q) == 2, "W_Q: rank 2 expected")
    demand(len(W_Q) == d_model and W_Q.size > 0, "W_Q: d_model rows expected")
    demand(np.ndim(W_K) == 2, "W_K: rank 2 expected")
    demand(len(W_K) == d_model and W_K.size > 0, "W_K: d_model rows expected")
    demand(W_K.shape[1] == W_Q.shape[1], "W_K: not as wide as W_Q")
    demand(np.ndim(W_V) == 2, "W_V: rank 2 expected")
    demand(len(W_V) == d_model and W_V.size > 0, "W_V: d_model rows expected")
    demand(np.ndim(W_O) == 2, "W_O: rank 2 expected")
    demand(W_O.shape == (W_V.shape[1], d_model), "W_O: (d_v, d_model) expected")


def project(X, W_Q, W_K, W_V):
    X = X.astype(np.float32)
    return [np.matmul(X, W.astype(np.float32)) for W in (W_Q, W_K, W_V)]
