from numpy import *
import numpy.linalg


def contributions(A, V):
    A, V = asarray(A), asarray(V)
    return multiply(A[..., None], V[..., None, :, :])


def weighted_values(A, V):
    return sum(contributions(A, V), axis=-2)


def output_projection(H, W_O):
    return dot(H, W_O)


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    Z = linalg.multi_dot([X, W_Q, W_K.T, X.T]) / sqrt(shape(W_K)[1]) + M
    A = zeros(shape(Z))
    for i, z in enumerate(Z):
        if any(z > -inf):
            e = exp(z - max(z))
            A[i] = e / sum(e)
    return linalg.multi_dot([A, X, W_V, W_O])
