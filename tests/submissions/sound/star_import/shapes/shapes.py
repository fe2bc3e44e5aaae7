from numpy import *


def layer_shapes(B, T, d_model, d_k, d_v):
    names = array("X W_Q W_K W_V W_O Q K V S A H Y".split())
    rows = array([B, 0, 0, 0, 0, B, B, B, B, B, B, B]), array([T, d_model, d_model, d_model, d_v] + [T] * 7), \
        array([d_model, d_k, d_k, d_v, d_model, d_k, d_k, d_v, T, T, d_v, d_model])
    table = stack(rows, axis=1)
    return {str(n): tuple(r[1:] if n.startswith("W") else r) for n, r in zip(names, table)}


def parameter_count(d_model, d_k, d_v):
    return sum([d_model * d_k, d_model * d_k, d_model * d_v, d_v * d_model])


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if ndim(X) != 3 or not all(array(shape(X))[1:]):
        raise ValueError("X: (B, T, d_model) with at least one token and one feature")
    for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        if ndim(W) != 2 or size(W) == 0 or len(W) != shape(X)[2]:
            raise ValueError(name + ": (d_model, width)")
        if name == "W_K" and shape(W) != shape(W_Q):
            raise ValueError(name + ": the shape of W_Q")
    if shape(W_O) != shape(W_V.T):
        raise ValueError("W_O: (d_v, d_model)")


def project(X, W_Q, W_K, W_V):
    joined = matmul(X, concatenate([W_Q, W_K, W_V], axis=1))
    return tuple(split(joined, [W_Q.shape[1], 2 * W_Q.shape[1]], axis=-1))
