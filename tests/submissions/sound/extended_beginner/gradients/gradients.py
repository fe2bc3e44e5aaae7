import numpy as np


def my_softmax(x):
    m = x.max(axis=-1)
    m = np.expand_dims(m, -1)
    e = np.exp(x - m)
    s = np.expand_dims(e.sum(axis=-1), -1)
    return e / s


def softmax_backward(A, dA):
    result = np.zeros(A.shape)
    tokens = A.shape[-1]
    for j in range(tokens):
        for r in range(tokens):
            if j == r:
                derivative = A[..., j] * (1 - A[..., j])
            else:
                derivative = -A[..., j] * A[..., r]
            result[..., r] += derivative * dA[..., j]
    return result


def attention_backward(Q, K, V, dO):
    d = Q.shape[-1]
    KT = np.swapaxes(K, -1, -2)
    S = np.matmul(Q, KT) / np.sqrt(d)
    A = my_softmax(S)
    dV = np.matmul(np.swapaxes(A, -1, -2), dO)
    dA = np.matmul(dO, np.swapaxes(V, -1, -2))
    dS = softmax_backward(A, dA)
    draw = dS / np.sqrt(d)
    dQ = np.matmul(draw, K)
    dKT = np.matmul(np.swapaxes(Q, -1, -2), draw)
    dK = np.swapaxes(dKT, -1, -2)
    return dQ, dK, dV


def numerical_gradient(f, x, step=1e-6):
    result = np.zeros(x.shape, dtype=np.float64)
    for index in np.ndindex(x.shape):
        plus = x.astype(np.float64)
        minus = x.astype(np.float64)
        plus[index] = plus[index] + step
        minus[index] = minus[index] - step
        result[index] = (f(plus) - f(minus)) / (2 * step)
    return result
