from collections import OrderedDict

import numpy as np


def layer_shapes(B, T, d_model, d_k, d_v):
    size = dict(b=B, t=T, s=T, d=d_model, k=d_k, v=d_v)
    letters = [("X", "btd"), ("W_Q", "dk"), ("W_K", "dk"), ("W_V", "dv"), ("W_O", "vd"), ("Q", "btk"), ("K", "btk"),
               ("V", "btv"), ("S", "bts"), ("A", "bts"), ("H", "btv"), ("Y", "btd"), ("M", "bts")]
    return OrderedDict((name, tuple(size[c] for c in word)) for name, word in letters)


def parameter_count(d_model, d_k, d_v):
    return np.int64(2 * d_model * (d_k + d_v))


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3 or 0 in X.shape[1:]:
        raise ValueError("'X' must have the shape (B, T, d_model) with T, d_model > 0, not %s" % (X.shape,))
    d = X.shape[-1]
    if W_Q.ndim != 2 or W_Q.shape[0] != d or 0 in W_Q.shape:
        raise ValueError("'W_Q' must have the shape (%d, d_k), not %s" % (d, W_Q.shape))
    if W_K.shape != (d, W_Q.shape[1]):
        raise ValueError("'W_K' must have the shape %s, not %s" % (W_Q.shape, W_K.shape))
    if W_V.ndim != 2 or W_V.shape[0] != d or 0 in W_V.shape:
        raise ValueError("'W_V' must have the shape (%d, d_v), not %s" % (d, W_V.shape))
    if W_O.shape != W_V.shape[::-1]:
        raise ValueError("'W_O' must have the shape %s, not %s" % (W_V.shape[::-1], W_O.shape))


def project(X, W_Q, W_K, W_V):
    return tuple(np.einsum("...td,de->...te", X, W) for W in (W_Q, W_K, W_V))
