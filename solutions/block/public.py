"""Stage block: the public examples."""

import numpy as np

from autograder.authoring import Case

from . import reference, sublayers

X = np.array([[4.0, 0.0, 2.0, -2.0], [1.0, 1.0, 2.0, 0.0], [0.5, -0.5, 1.0, 3.0]])
GAIN = np.array([1.0, 2.0, 0.5, -1.0])
BIAS = np.array([0.0, 0.5, -1.0, 1.0])
W = np.array(
    [[1.0, 0.5, 0.0, 1.0], [0.0, -1.0, 1.0, 0.0], [0.5, 1.0, 0.0, 2.0], [1.0, 0.0, 0.0, 1.0]]
)


def layer_norm():
    """One token, three, a batch, all alike, small numbers, eps by name."""
    yield Case("one token", (np.array([[1.0, 3.0]]), np.ones(2), np.zeros(2)))
    yield Case("T=3, d_model=4", (X, GAIN, BIAS))
    yield Case("B=2, T=3, d_model=4", (np.stack([X, 2 * X[::-1] - 1]), GAIN, BIAS))
    yield Case("all features alike", (np.array([[2, 2], [0, 4]]), np.array([3, 1]), np.ones(2)))
    yield Case("small numbers", (X / 256, GAIN, BIAS))
    yield Case("T=3, d_model=4, eps=0.5", (X, GAIN, BIAS), {"eps": 0.5})


def pre_norm_block():
    """Sublayers that write what they are given, nothing, a product, a reading."""
    yield Case("what it is given", (X, sublayers.itself, GAIN, BIAS))
    yield Case("nothing is written", (X, sublayers.silence, GAIN, BIAS))
    yield Case("product", (X, sublayers.product(W), GAIN, BIAS))
    reading = sublayers.attention(W[:, :2], W[:, 2:], W)
    yield Case("attention, B=2", (np.stack([X, 2 * X[::-1] - 1]), reading, GAIN, BIAS))


def questions(case):
    """What the public sublayers hold answers to: normalised tokens, all at once or by item."""
    X, _, gain, bias = case.args
    for tokens in (X, *(X if X.ndim > 2 else ())):
        yield (reference.layer_norm(tokens, gain, bias, 1e-5),), {}
        yield (tokens,), {}
