import numpy as np


def softmax_backward(A, dA):
    n = A.shape[-1]
    J = A[..., :, None] * np.eye(n) - A[..., :, None] * A[..., None, :]
    return (J @ dA[..., None])[..., 0]


def attention_backward(Q, K, V, dO):
    Q, K, V, dO = (np.asarray(a, dtype=np.longdouble) for a in (Q, K, V, dO))
    q = Q / np.sqrt(np.longdouble(Q.shape[-1]))
    k = K / np.sqrt(np.longdouble(K.shape[-1]))
    S = q @ K.swapaxes(-2, -1)
    A = np.exp(S - np.logaddexp.reduce(S, axis=-1, keepdims=True))
    G = softmax_backward(A, dO @ V.swapaxes(-2, -1))
    return G @ k, G.swapaxes(-2, -1) @ q, A.swapaxes(-2, -1) @ dO


def numerical_gradient(f, x, step=1e-6):
    base = np.array(x, dtype="f8")
    slopes = np.full(base.shape, np.nan)
    walker = np.nditer(base, flags=["multi_index"])
    for value in walker:
        hi = base.copy()
        lo = base.copy()
        hi[walker.multi_index] = value + step
        lo[walker.multi_index] = value - step
        slopes[walker.multi_index] = f(hi) / (2 * step) - f(lo) / (2 * step)
    return slopes
