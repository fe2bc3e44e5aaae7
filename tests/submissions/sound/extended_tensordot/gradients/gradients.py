import numpy as np


def softmax_backward(A, dA):
    return A * dA - A * np.inner(np.ones(A.shape[-1]), A * dA)[..., None]


def attention_backward(Q, K, V, dO):
    *lead, T_q, d_k = Q.shape
    T_k, d_v = V.shape[-2:]
    count = int(np.prod(lead))
    q, k = Q.reshape(count, T_q, d_k), K.reshape(count, T_k, d_k)
    v, g = V.reshape(count, T_k, d_v), dO.reshape(count, T_q, d_v)
    dQ, dK, dV = (np.zeros(a.shape) for a in (q, k, v))
    for b in range(count):
        S = np.tensordot(q[b], k[b], (1, 1)) / d_k**0.5
        A = 1 / np.exp(S[:, None, :] - S[:, :, None]).sum(axis=2)
        dS = softmax_backward(A, np.tensordot(g[b], v[b], (1, 1)))
        dQ[b] = np.tensordot(dS, k[b], 1) / d_k**0.5
        dK[b] = np.tensordot(dS, q[b], (0, 0)) / d_k**0.5
        dV[b] = np.tensordot(A, g[b], (0, 0))
    return dQ.reshape(Q.shape), dK.reshape(K.shape), dV.reshape(V.shape)


def numerical_gradient(f, x, step=1e-6):
    x = np.asarray(x, dtype=np.float64)
    units = (np.unravel_index(k, x.shape) for k in range(x.size))
    slopes = []
    for unit in units:
        move = np.zeros(x.shape)
        move[unit] = 1
        slopes.append(0.5 * (f(x + step * move) - f(x - step * move)) / step)
    return np.reshape(slopes, x.shape)
