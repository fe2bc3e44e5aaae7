"""Stage basis, what is right."""

import numpy as np


def design(t, degree):
    return power(t[:, np.newaxis], np.arange(degree + 1))


def power(t, exponents):
    return t.astype(float) ** exponents


def norms(A):
    return root(summed(A * A))


def summed(squares):
    return squares.sum(axis=0)


def root(sums):
    return np.sqrt(sums)


def unit(A, column_norms):
    return divide(A, column_norms(A))


def divide(A, lengths):
    return A / np.where(lengths == 0, 1, lengths)


def unit_zeros(A):
    return np.broadcast_to((A == 0).all(axis=0), A.shape)


def parameter_count(degree):
    return degree + 1


def sizes(m, degree):
    n = degree + 1
    return {"A": (m, n), "Q": (m, n), "R": (n, n), "x": (n,)}


def data_check(A, b):
    if A.ndim != 2:
        raise ValueError("A needs two axes")
    if A.shape[0] < A.shape[1]:
        raise ValueError("A needs at least as many rows as columns")
    if b.shape != A.shape[:1]:
        raise ValueError("b needs an entry for each row of A")
