"""Stage scores: the public examples."""

import numpy as np

from autograder.authoring import Case

WORKED = (np.array([[0.0, 3.0], [2.0, -1.0]]), np.array([[3.0, 0.0], [-1.0, 2.0]]))

FOUR_TOKENS = (
    np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0], [2.0, 1.0, 0.0], [-1.0, 0.0, 1.0]]),
    np.array([[0.0, 1.0, 1.0], [1.0, 0.0, -1.0], [2.0, -1.0, 0.0], [0.0, 0.0, 3.0]]),
)

UNEQUAL = (np.array([[1.0, 2.0, 0.0, 0.0]]), np.array([[3.0, 0.0, 5.0, 5.0], [1.0, 1.0, 0.0, 0.0]]))

BATCH = (
    np.array([[[1, 2], [0, 1], [3, 0]], [[2, 0], [1, 1], [0, -1]]]),
    np.array([[[1, 0], [0, 2], [1, 1]], [[0, 1], [2, 2], [-1, 3]]]),
)

CUBE = (
    np.arange(8.0).reshape(2, 2, 2),
    np.array([[[1.0, 0.0], [2.0, 1.0]], [[0.0, -1.0], [1.0, 1.0]]]),
)


def raw_scores():
    """The worked example, unequal lengths, a batch, and sizes that hide a wrong axis."""
    yield Case("worked example, T = d_k = 2", WORKED)
    yield Case("T_q=1, T_k=2, d_k=4", UNEQUAL)
    yield Case("integers, B=2, T=3, d_k=2", BATCH)
    yield Case("B = T = d_k = 2", CUBE)
    yield Case("four tokens, d_k=3", FOUR_TOKENS)


def scaled_scores():
    """The same, scaled."""
    yield Case("worked example, T = d_k = 2", WORKED)
    yield Case("T_q=1, T_k=2, d_k=4", UNEQUAL)
    yield Case("integers, B=2, T=3, d_k=2", BATCH)
    yield Case("B = T = d_k = 2", CUBE)
    yield Case("four tokens, d_k=3", FOUR_TOKENS)
