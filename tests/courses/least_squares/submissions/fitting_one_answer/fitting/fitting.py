import numpy as np


def jacobian(f, p, step=0.125):
    columns = []
    for j in range(len(p)):
        ahead, behind = np.array(p, dtype=float), np.array(p, dtype=float)
        ahead[j] += step
        behind[j] -= step
        columns.append((f(ahead) - f(behind)) / (2 * step))
    return np.array(columns).T


def gauss_newton(f, p, y):
    return p + np.linalg.pinv(jacobian(f, p)) @ (y - f(p))


def first_wrong(solver, A, b):  # noqa: ARG001 - asks nothing
    return None
