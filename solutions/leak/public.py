"""Stage leak: the public examples, which use the files that students are given."""

import numpy as np

from autograder.authoring import Case, given

X = np.array([[[1.0, 0.5], [-1.0, 2.0], [0.5, -1.5]], [[2.0, 1.0], [0.5, 0.5], [-1.0, 1.0]]])


def leaks_future():
    """The twins, and two layers without weights."""
    tokens = np.array([[0, 1, 2, 5], [3, 4, 0, 3]])
    E = np.round(np.sin(np.add.outer(1.7 * tokens, np.arange(8.0))), 2)
    yield Case("a running sum", (models("running_sum"), X))
    yield Case("the mean taken off", (models("mean_taken_off"), X))
    yield Case("the causal model", (models("causal_layer"), E))
    yield Case("its twin without a mask", (models("unmasked_layer"), E))
    yield Case("the mean taken off, one token", (models("mean_taken_off"), X[:, :1]))
    yield Case(
        "the mean taken off, whole numbers", (models("mean_taken_off"), np.array([[[1], [4]]]))
    )


def generate():
    """A step that counts, no new token, and the twins."""
    yield Case("the next number in a ring of five", (models("count_on"), [2, 3], 4))
    yield Case("no new token", (models("count_on"), [1], 0))
    yield Case("the causal model", (models("causal_step"), [0, 4], 5))
    yield Case("its twin without a mask", (models("unmasked_step"), [3, 4, 0], 5))


def models(name):
    """A function of the file that students are given."""
    return given(__file__, "next_token.py", name)
