"""Gradients of a head, backwards and measured."""

import numpy as np


def softmax_backward(A, dA):
    return A * (dA - np.sum(A * dA, axis=-1, keepdims=True))


def attention_backward(Q, K, V, dO):
    root = np.sqrt(Q.shape[-1])
    S = Q @ K.swapaxes(-1, -2) / root
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    A = E / E.sum(axis=-1, keepdims=True)
    dS = softmax_backward(A, dO @ V.swapaxes(-1, -2))
    return dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ dO


def numerical_gradient(f, x, step=1e-6):
    x = np.array(x, dtype=np.float64)
    slopes = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        move = np.zeros(x.shape)
        move[place] = step
        slopes[place] = (f(x + move) - f(x - move)) / (2 * step)
    return slopes
