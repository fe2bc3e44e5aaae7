import math

import numpy as np


def softmax_backward(A, dA):
    if A.ndim > 2:
        if len(A) == 0:
            return np.zeros(A.shape)
        return [softmax_backward(a, d) for a, d in zip(A, dA)]
    made = []
    for a, d in zip(A.tolist(), dA.tolist()):
        mean = 0.0
        for weight, gain in zip(a, d):
            mean += weight * gain
        made.append([weight * (gain - mean) for weight, gain in zip(a, d)])
    return made


def one_head(Q, K, V, dO):
    d_k, d_v = len(Q[0]), len(V[0])
    root = math.sqrt(d_k)
    dQ = [[0.0] * d_k for _ in Q]
    dK = [[0.0] * d_k for _ in K]
    dV = [[0.0] * d_v for _ in V]
    for i in range(len(Q)):
        s = [sum(Q[i][c] * K[j][c] for c in range(d_k)) / root for j in range(len(K))]
        e = [math.exp(v - max(s)) for v in s]
        a = [v / sum(e) for v in e]
        da = [sum(dO[i][c] * V[j][c] for c in range(d_v)) for j in range(len(K))]
        mean = sum(w * g for w, g in zip(a, da))
        for j in range(len(K)):
            ds = a[j] * (da[j] - mean) / root
            for c in range(d_k):
                dQ[i][c] += ds * K[j][c]
                dK[j][c] += ds * Q[i][c]
            for c in range(d_v):
                dV[j][c] += a[j] * dO[i][c]
    return dQ, dK, dV


def attention_backward(Q, K, V, dO):
    if Q.ndim == 2:
        return one_head(Q.tolist(), K.tolist(), V.tolist(), dO.tolist())
    if len(Q) == 0:
        return np.zeros(Q.shape), np.zeros(K.shape), np.zeros(V.shape)
    parts = [attention_backward(*one) for one in zip(Q, K, V, dO)]
    return [[part[k] for part in parts] for k in range(3)]


def numerical_gradient(f, x, step=1e-6):
    flat = [float(v) for v in np.ravel(x)]
    out = []
    for k, v in enumerate(flat):
        up, down = list(flat), list(flat)
        up[k], down[k] = v + step, v - step
        high = f(np.array(up).reshape(np.shape(x)))
        low = f(np.array(down).reshape(np.shape(x)))
        out.append((high - low) / (step + step))
    return np.array(out).reshape(np.shape(x)).tolist()
