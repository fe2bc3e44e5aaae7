import numpy as np


def softmax_backward(A, dA):
    out = np.zeros(dA.shape)
    n = A.shape[-1]
    for j in range(n):
        for r in range(n):
            out[..., j] += A[..., r] * ((j == r) - A[..., j]) * dA[..., r]
    return out


def attention_backward(Q, K, V, dO):
    c = Q.shape[-1] ** -0.5
    S = np.einsum("...id,...jd->...ij", Q, K) * c
    P = np.exp(S - np.max(S, axis=-1)[..., None])
    P /= np.sum(P, axis=-1)[..., None]
    gV = np.einsum("...ij,...iv->...jv", P, dO)
    gP = np.einsum("...iv,...jv->...ij", dO, V)
    gS = softmax_backward(P, gP) * c
    gQ = np.einsum("...ij,...jd->...id", gS, K)
    gK = np.einsum("...kj,...kd->...jd", gS, np.broadcast_to(K[..., :1, :], Q.shape))
    return gQ, gK, gV


def numerical_gradient(f, x, step=1e-6):
    x = x.astype(float)
    g = []
    for e in np.eye(x.size):
        h = step * e.reshape(x.shape)
        g.append((f(x + h) - f(x - h)) / (2 * step))
    return np.array(g).reshape(x.shape)
