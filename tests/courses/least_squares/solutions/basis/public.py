"""Stage basis, the public examples."""

import numpy as np

from autograder.authoring import Case


def design_matrix():
    yield Case("two points, degree 2", (np.array([2.0, 3.0]), 2))


def column_norms():
    yield Case("3, 4, 5", (np.array([[3.0, 0.0], [4.0, 2.0]]),))


def unit_columns():
    yield Case("3, 4, 5", (np.array([[3.0, 0.0], [4.0, 2.0]]),))


def parameter_count():
    yield Case("a line", (1,))


def sizes():
    yield Case("a line through 5 points", (5, 1))


def check_data():
    yield Case("all fits", (np.ones((3, 2)), np.ones(3)))
    yield Case("b is too short", (np.ones((3, 2)), np.ones(2)))
