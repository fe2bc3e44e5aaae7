import numpy as np


def solve(A, b, weights=None):
    A = np.asarray(A, dtype=float)
    W = np.ones((1, 1, 1)) if weights is None else np.asarray(weights)[:, :, None]
    Q, R = np.linalg.qr(W * A)
    signs = np.sign(np.diagonal(R, axis1=1, axis2=2))
    Q, R = Q * signs[:, None, :], np.triu(R * signs[:, :, None])
    c = np.einsum("bmn,bm->bn", Q, (W * b[:, :, None])[:, :, 0])
    x = np.linalg.solve(R, c[:, :, None])[:, :, 0]
    r = -b + np.einsum("bmn,bn->bm", A, x)
    return {"W": W, "Q": Q, "R": R, "c": c, "x": x, "r": r}
