import numpy as np


def softmax_backward(A, dA):
    return A * (dA - (A * dA).sum(axis=-1, keepdims=True))


def weights(Q, K):
    S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def attention_backward(Q, K, V, dO):
    A = weights(Q, K)
    dV = np.swapaxes(A, -1, -2) @ dO
    dA = dO @ np.swapaxes(V, -1, -2)
    dS = softmax_backward(A, dA)
    dQ = dS @ K / np.sqrt(Q.shape[-1])
    dK = np.swapaxes(dS, -1, -2) @ Q / np.sqrt(Q.shape[-1])
    return dQ, dK, dV


def numerical_gradient(f, x, step=1e-6):
    x = np.asarray(x, dtype=np.float64)
    slopes = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        value = x[place]
        x[place] = value + step
        above = f(x)
        x[place] = value - step
        below = f(x)
        x[place] += step
        slopes[place] = (above - below) / (2 * step)
    return slopes
