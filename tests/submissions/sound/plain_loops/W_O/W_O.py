import math

import numpy as np


def contributions(A, V):
    T_q, T_k = A.shape[-2:]
    d_v = V.shape[-1]
    out = np.zeros(A.shape + (d_v,))
    for lead in np.ndindex(*A.shape[:-2]):
        for i in range(T_q):
            for j in range(T_k):
                for c in range(d_v):
                    out[lead + (i, j, c)] = A[lead + (i, j)] * V[lead + (j, c)]
    return out


def weighted_values(A, V):
    T_q, T_k = A.shape[-2:]
    d_v = V.shape[-1]
    out = np.zeros(A.shape[:-1] + (d_v,))
    for lead in np.ndindex(*A.shape[:-2]):
        for i in range(T_q):
            for c in range(d_v):
                total = 0.0
                for j in range(T_k):
                    total += A[lead + (i, j)] * V[lead + (j, c)]
                out[lead + (i, c)] = total
    return out


def output_projection(H, W_O):
    out = np.zeros(H.shape[:-1] + (W_O.shape[1],))
    for place in np.ndindex(*H.shape[:-1]):
        for c in range(W_O.shape[1]):
            for r in range(W_O.shape[0]):
                out[place + (c,)] += H[place + (r,)] * W_O[r, c]
    return out


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    def times(a, b):
        return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]

    x = X.tolist()
    q, k, v = times(x, W_Q.tolist()), times(x, W_K.tolist()), times(x, W_V.tolist())
    mask = M.tolist()
    y = []
    for i in range(len(x)):
        scores = []
        for j in range(len(x)):
            s = sum(a * b for a, b in zip(q[i], k[j])) / math.sqrt(len(q[i]))
            scores.append(s + mask[i][j])
        top = max(scores)
        if top == -math.inf:
            weights = [0.0 for s in scores]
        else:
            weights = [math.exp(s - top) for s in scores]
            total = sum(weights)
            weights = [w / total for w in weights]
        h = [sum(weights[j] * v[j][c] for j in range(len(x))) for c in range(len(v[0]))]
        y.append(h)
    return times(y, W_O.tolist())
