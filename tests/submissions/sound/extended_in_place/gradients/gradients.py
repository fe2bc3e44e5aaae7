import numpy as np


def softmax_backward(A, dA):
    out = np.array(dA, dtype=float)
    out -= np.einsum("...k,...k", A, dA)[..., np.newaxis]
    out *= A
    return out


def attention_backward(Q, K, V, dO):
    A = np.array(Q @ np.swapaxes(K, -1, -2), dtype=float)
    A /= np.sqrt(Q.shape[-1])
    A -= A.max(axis=-1, keepdims=True)
    np.exp(A, out=A)
    A /= A.sum(axis=-1, keepdims=True)
    dS = softmax_backward(A, dO @ np.swapaxes(V, -1, -2))
    dS /= np.sqrt(Q.shape[-1])
    dQ, dK, dV = (np.zeros(array.shape) for array in (Q, K, V))
    dQ += dS @ K
    dK += np.swapaxes(dS, -1, -2) @ Q
    dV += np.swapaxes(A, -1, -2) @ dO
    return dQ, dK, dV


def numerical_gradient(f, x, step=1e-6):
    point = np.array(x, dtype=np.float64)
    grad = np.zeros_like(point)
    flat, out = point.reshape(-1), grad.reshape(-1)
    for k in range(flat.size):
        flat[k] += step
        up = f(point)
        flat[k] -= 2 * step
        out[k] = (up - f(point)) / (2 * step)
        flat[k] += step
    return grad
