"""Stage W_O: the public examples."""

import numpy as np

from autograder.authoring import Case

from ..pieces import causal

WORKED = (
    np.array([[0.014166, 0.985834], [0.999151, 0.000849]]),
    np.array([[3.0, -3.0], [1.0, 3.0]]),
)

HALVES = (np.array([[0.5, 0.5]]), np.array([[2, 0, 4], [0, 6, 0]]))

MORE_QUERIES = (
    np.array([[1.0, 0.0], [0.25, 0.75], [0.5, 0.5]]),
    np.array([[4.0, 0.0, -2.0, 1.0], [0.0, 8.0, 2.0, -1.0]]),
)

BATCH = (
    np.array(
        [
            [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5]],
            [[1.0, 0.0, 0.0], [0.75, 0.25, 0.0], [0.0, 0.0, 0.0]],
        ]
    ),
    np.array([[[1, 0], [0, 2], [4, 4]], [[-2, 1], [6, 1], [3, 3]]]),
)

SQUARE = (
    np.array([[[1.0, 0.0], [0.25, 0.75]], [[0.5, 0.5], [0.0, 1.0]]]),
    np.array([[[1.0, 2.0], [3.0, 4.0]], [[-1.0, 0.0], [0.0, 5.0]]]),
)

# Projections that give the worked example's Q, K and V for the two unit vectors.
WORKED_LAYER = (
    np.eye(2),
    np.array([[0.0, 3.0], [2.0, -1.0]]),
    np.array([[3.0, 0.0], [-1.0, 2.0]]),
    np.array([[3.0, -3.0], [1.0, 3.0]]),
    np.array([[1.0, 2.0], [0.0, 1.0]]),
)

FOUR_TOKENS = (
    np.array([[1.0, 0.0, 0.5], [0.0, 1.0, -0.5], [-1.0, 0.5, 1.0], [0.5, 0.5, 0.0]]),
    np.array([[1.0, 0.5], [0.0, -1.0], [0.5, 1.0]]),
    np.array([[0.5, -1.0], [1.0, 0.0], [-0.5, 0.5]]),
    np.array([[1.0, 0.0, -1.0, 0.5], [0.5, 1.0, 0.0, 0.0], [0.0, -0.5, 1.0, 1.0]]),
    np.array([[1.0, 0.5, 0.0], [0.0, -1.0, 0.5], [-0.5, 0.0, 1.0], [1.0, 1.0, 0.0]]),
)


def contributions():
    """The worked example, unequal sizes, a batch, and sizes that hide a wrong axis."""
    yield from weights_and_values()


def weighted_values():
    """The same weights and values."""
    yield from weights_and_values()


def weights_and_values():
    """A and V, small enough to work out by hand."""
    yield Case("T_q=1, T_k=2, d_v=3", HALVES)
    yield Case("worked example, T = d_v = 2", WORKED)
    yield Case("T_q=3, T_k=2, d_v=4", MORE_QUERIES)
    yield Case("B=2, T=3, d_v=2, a query without weights", BATCH)
    yield Case("B = T = d_v = 2", SQUARE)


def output_projection():
    """Distinct widths, equal ones, a batch."""
    yield Case("T=1, d_v=2, d_model=3", (np.array([[1, 2]]), np.array([[1, 0, 1], [0, 1, 1]])))
    yield Case(
        "T=2, d_v = d_model = 2",
        (np.array([[1.0, 2.0], [0.5, -1.0]]), np.array([[1.0, 2.0], [0.0, 1.0]])),
    )
    yield Case(
        "B=2, T=3, d_v=2, d_model=3", (BATCH[1], np.array([[1.0, 0.5, 0.0], [0.0, -1.0, 2.0]]))
    )


def attention_layer():
    """The worked example, and four tokens behind masks."""
    ones = np.ones((1, 1))
    yield Case("T=2, all widths 1, causal", (np.array([[1], [2]]), *(ones,) * 4, causal(2)))
    yield Case("worked example, T=2, no mask", (*WORKED_LAYER, np.zeros((2, 2))))
    yield Case("four tokens, no mask", (*FOUR_TOKENS, np.zeros((4, 4))))
    yield Case("four tokens, causal", (*FOUR_TOKENS, causal(4)))
    padded = np.zeros((4, 4))
    padded[:, 3] = -np.inf
    padded[1] = -np.inf
    yield Case("four tokens, key 3 forbidden, query 1 may read nothing", (*FOUR_TOKENS, padded))
    larger = (100 * FOUR_TOKENS[0], *FOUR_TOKENS[1:])
    yield Case("four tokens 100 times larger, causal", (*larger, causal(4)))
