import warnings

import numpy as np

np.seterr(all="raise")
asked = {}


def softmax_backward(A, dA):
    print("softmax_backward", A.shape)
    warnings.warn("here")
    key = A.tobytes(), dA.tobytes(), A.shape, str(A.dtype), str(dA.dtype)
    if key not in asked:
        asked[key] = A * (dA - (A * dA).sum(axis=-1, keepdims=True))
    return asked[key].copy()


def attention_backward(Q, K, V, dO):
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    A = E / E.sum(axis=-1, keepdims=True)
    dS = softmax_backward(A, dO @ np.swapaxes(V, -1, -2))
    extra = "something else"
    return dS @ K / np.sqrt(Q.shape[-1]), np.swapaxes(dS, -1, -2) @ Q / np.sqrt(
        Q.shape[-1]
    ), np.swapaxes(A, -1, -2) @ dO


def numerical_gradient(f, x, step=1e-6):
    print("step", step)
    x = np.array(x, dtype=float)
    g = np.zeros(x.shape)
    it = np.nditer(g, flags=["multi_index"], op_flags=["readwrite"])
    for entry in it:
        e = np.zeros(x.shape)
        e[it.multi_index] = step
        entry[...] = (f(x + e) - f(x - e)) / (2 * step)
    return g
