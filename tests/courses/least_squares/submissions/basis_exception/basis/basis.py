import numpy as np


def design_matrix(t, degree):
    return t[99] + np.stack([t.astype(float) ** j for j in range(degree + 1)], axis=1)


def column_norms(A):
    return np.linalg.norm(A, axis=0)


def unit_columns(A):
    lengths = column_norms(A)
    return A / np.where(lengths == 0, 1, lengths)


def parameter_count(degree):
    return degree + 1


def sizes(m, degree):
    n = degree + 1
    return {"A": (m, n), "Q": (m, n), "R": (n, n), "x": (n,)}


def check_data(A, b):
    if A.ndim != 2 or len(A) < A.shape[1]:
        raise ValueError(f"'A' does not fit: {A.shape}")
    if b.shape != (len(A),):
        raise ValueError(f"b does not fit: {b.shape}")
