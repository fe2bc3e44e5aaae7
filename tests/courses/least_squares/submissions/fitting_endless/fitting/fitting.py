import numpy as np


def jacobian(f, p, step=0.125):  # noqa: ARG001 - never used
    while True:
        pass


def gauss_newton(f, p, y):
    return p + np.linalg.pinv(_slopes(f, p, 0.125)) @ (y - f(p))


def _slopes(f, p, step):
    columns = []
    for j in range(len(p)):
        ahead, behind = np.array(p, dtype=float), np.array(p, dtype=float)
        ahead[j] += step
        behind[j] -= step
        columns.append((f(ahead) - f(behind)) / (2 * step))
    return np.array(columns).T


def first_wrong(solver, A, b):
    made = solver(A, b)
    Q, R, x = made["Q"], made["R"], made["x"]
    if not np.allclose(Q.T @ Q, np.eye(Q.shape[1])):
        return "Q"
    if not np.allclose(np.triu(R), R) or not np.allclose(Q @ R, A):
        return "R"
    return None if np.allclose(A.T @ (A @ x - b), 0) else "x"
