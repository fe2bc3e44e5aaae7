import math
import numpy as np


def contributions(A, V):
    out = np.zeros(A.shape + (V.shape[-1],))
    for i in range(A.shape[-2]):
        for j in range(A.shape[-1]):
            out[..., i, j, :] = A[..., i, j, None] * V[..., j, :]
    return out


def weighted_values(A, V):
    H = np.matmul(A, V)
    V[...] = 0          # free it
    return H


def output_projection(H, W_O):
    d_v, d_model = W_O.shape
    Y = np.zeros(H.shape[:-1] + (d_model,))
    for m in range(d_model):
        for c in range(d_v):
            Y[..., m] += H[..., c] * W_O[c, m]
    return Y


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    T = X.shape[0]
    Q = np.dot(X, W_Q)
    K = np.dot(X, W_K)
    V = np.dot(X, W_V)
    A = np.zeros((T, T))
    for i in range(T):
        allowed = [j for j in range(T) if M[i, j] == 0]
        if not allowed:
            continue
        s = {j: float(np.dot(Q[i], K[j])) / math.sqrt(W_Q.shape[1]) for j in allowed}
        top = max(s.values())
        e = {j: math.exp(s[j] - top) for j in allowed}
        z = sum(e.values())
        for j in allowed:
            A[i, j] = e[j] / z
    H = weighted_values(A, V)
    return output_projection(H, W_O)
