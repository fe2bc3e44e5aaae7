"""Stage positions: the public examples."""

import numpy as np

from autograder.authoring import Case

from . import layers

X = np.array([[1.0, 0.0, 2.0, -1.0], [0.0, 1.0, 1.0, 1.0], [2.0, -1.0, 0.0, 0.5]])
BATCH = np.stack([X, 2 * X[::-1] - 1])
W = np.array([[1.0, 0.5], [0.0, -1.0], [0.5, 1.0], [-0.5, 0.0]])


def sinusoidal_positions():
    """Small tables, an odd width, one position."""
    yield Case("T=2, d_model=2", (2, 2))
    yield Case("T=4, d_model=6", (4, 6))
    yield Case("T=3, d_model=5", (3, 5))
    yield Case("T=1, d_model=3", (1, 3))


def rotate():
    """One vector, a sequence, positions that do not begin at 0, a batch, whole numbers."""
    yield Case("one vector at position 1", (np.array([[1.0, 0.0]]), np.array([1])))
    yield Case("T=3, width 4", (X, np.arange(3)))
    yield Case("T=3, width 4, positions 7, 2, 2", (X, np.array([7, 2, 2])))
    yield Case("B=2, T=3, width 4", (BATCH, np.array([0, 1, 2])))
    yield Case("whole numbers", (np.array([[1, 2, 3, 4, 5, 6]]), np.array([3])))


def order_gap():
    """Layers with an order and without, on one sequence and on two."""
    turned = np.array([1, 2, 0])
    yield Case("running sum", (layers.running_sum, X, turned))
    yield Case("attention", (layers.attending(W, W[::-1], W), X, turned))
    yield Case("attention, causal", (layers.attending(W, W, W, masked=True), X, turned))
    yield Case("each token less the one before, B=2", (layers.less_the_one_before, BATCH, turned))
    yield Case("one token", (layers.running_sum, X[:1], np.array([0])))


def questions(case):
    """What the public layers hold answers to: X in both orders, all at once or item by item."""
    _, X, order = case.args
    for tokens in (X, *(X if X.ndim > 2 else ())):
        for places in (np.arange(len(order)), order, np.argsort(order)):
            yield (tokens[..., places, :],), {}
