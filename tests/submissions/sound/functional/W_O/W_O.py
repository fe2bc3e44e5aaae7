from functools import reduce

import numpy as np


def contributions(A, V):
    return (lambda a, v: a * v)(A[..., None], V[..., None, :, :])


def weighted_values(A, V):
    return reduce(np.add, (A[..., :, j, None] * V[..., None, j, :] for j in range(V.shape[-2])))


output_projection = lambda H, W: reduce(np.add, (H[..., r, None] * W[r] for r in range(len(W))))


def attention_layer(X, W_Q, W_K, W_V, W_O, M):
    def steps():
        q = yield X @ W_Q
        k = yield X @ W_K
        z = yield q @ k.T / np.sqrt(q.shape[1]) + M
        m = yield np.where(np.isinf(z.max(1)), 0, z.max(1))[:, None]
        e = yield np.exp(z - m)
        a = yield e / np.where(e.sum(1) == 0, 1, e.sum(1))[:, None]
        h = yield a @ (X @ W_V)
        yield h @ W_O

    machine, value = steps(), None
    while True:
        try:
            value = machine.send(value)
        except StopIteration:
            return value
