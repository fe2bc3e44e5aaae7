"""Stage factor, what is right."""

import numpy as np


def W(A, weights):
    return roots(np.ones(A.shape[:-1]) if weights is None else weights)[..., np.newaxis]


def roots(weights):
    return np.sqrt(weights)


def Q(A, W):
    return signed(*np.linalg.qr(W * A))


def signed(Q, R):
    signs = np.where(np.diagonal(R, axis1=-2, axis2=-1) < 0, -1.0, 1.0)
    return Q * signs[..., np.newaxis, :]


def R(A, W, Q):
    return upper(turned(Q, W * A))


def turned(Q, A):
    return np.swapaxes(Q, -1, -2) @ A


def upper(R):
    return np.triu(R)


def R_zeros(A):
    n = A.shape[-1]
    return np.tril(np.ones((n, n), dtype=bool), -1)


def c(Q, W, b):
    return turned(Q, weighted(b[..., np.newaxis], W))[..., 0]


def weighted(b, W):
    return W * b


def x(R, c):
    return np.linalg.solve(oriented(R), c[..., np.newaxis])[..., 0]


def oriented(R):
    return R


def r(A, b, x):
    return difference(b, (A @ x[..., np.newaxis])[..., 0])


def difference(b, fitted):
    return b - fitted
