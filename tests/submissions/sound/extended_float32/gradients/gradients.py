import numpy as np

F = np.float32


def softmax_backward(A, dA):
    A, dA = A.astype(F), dA.astype(F)
    made = A * (dA - np.sum(A * dA, axis=-1, keepdims=True))
    made.flags.writeable = False
    return np.matrix(made) if made.ndim == 2 else made


def attention_backward(Q, K, V, dO):
    Q, K, V, dO = (a.astype(F) for a in (Q, K, V, dO))
    root = np.sqrt(F(Q.shape[-1]))
    S = np.matmul(Q, np.moveaxis(K, -1, -2)) / root
    S = np.exp(S - S.max(axis=-1, keepdims=True))
    A = S / S.sum(axis=-1, keepdims=True)
    dS = np.asarray(softmax_backward(A, np.matmul(dO, np.moveaxis(V, -1, -2)))) / root
    return np.stack([dS @ K]).squeeze(0), np.moveaxis(dS, -1, -2) @ Q, np.moveaxis(A, -1, -2) @ dO


def numerical_gradient(f, x, step=1e-6):
    x = np.asfortranarray(np.float64(x))
    moves = step * np.identity(x.size).reshape(x.size, *x.shape)
    ahead = np.fromiter((f(x + move) for move in moves), float, x.size)
    behind = np.fromiter((f(x - move) for move in moves), float, x.size)
    return ((ahead - behind) / (2 * step)).reshape(x.shape)
