"""Stage shapes: the public examples."""

import numpy as np

from autograder.authoring import Case


def layer_shapes():
    """Distinct sizes, a coincidence, and an empty batch."""
    yield Case("all sizes different", (2, 3, 4, 5, 6))
    yield Case("B = T, d_v = d_model", (3, 3, 5, 2, 5))
    yield Case("B = 0", (0, 4, 6, 3, 2))


def parameter_count():
    """Small widths, widths that coincide, and those of a real model."""
    yield Case("d_model=4, d_k=1, d_v=2", (4, 1, 2))
    yield Case("d_model=3, d_k=2, d_v=3", (3, 2, 3))
    yield Case("d_model=64, d_k=16, d_v=24", (64, 16, 24))


def check_inputs():
    """Arrays that fit, and one fault for each argument."""

    def case(name, X=(2, 3, 4), W_Q=(4, 5), W_K=(4, 5), W_V=(4, 6), W_O=(6, 4)):
        """Ones of these shapes."""
        return Case(name, tuple(np.ones(shape) for shape in (X, W_Q, W_K, W_V, W_O)))

    yield case("all fit")
    yield case("all fit: an empty batch, B = 0", X=(0, 3, 4))
    yield case("X has 2 axes", X=(3, 4))
    yield case("W_Q is (d_k, d_model)", W_Q=(5, 4))
    yield case("W_K has 3 columns where W_Q has 5", W_K=(4, 3))
    yield case("W_V has 3 axes", W_V=(1, 4, 6))
    yield case("W_O is (d_model, d_v)", W_O=(4, 6))


def project():
    """The worked example's Q, K and V, made from two tokens; a batch; sizes that coincide."""
    yield Case(
        "worked example: two tokens, W_Q, W_K and W_V make its Q, K and V",
        (
            np.array([[1.0, 0.0], [0.0, 1.0]]),
            np.array([[0.0, 3.0], [2.0, -1.0]]),
            np.array([[3.0, 0.0], [-1.0, 2.0]]),
            np.array([[3.0, -3.0], [1.0, 3.0]]),
        ),
    )
    yield Case(
        "B=2, T=3, d_model=2, d_k=1, d_v=3",
        (
            np.array([[[1, 2], [0, 1], [3, -1]], [[2, 0], [1, 1], [-1, 4]]]),
            np.array([[1.0], [-1.0]]),
            np.array([[0.5], [2.0]]),
            np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]]),
        ),
    )
    yield Case(
        "T = d_model = d_k = d_v = 2",
        (
            np.array([[1.0, 2.0], [3.0, 5.0]]),
            np.array([[1.0, 1.0], [0.0, 2.0]]),
            np.array([[0.0, 1.0], [-1.0, 0.0]]),
            np.array([[2.0, 0.0], [1.0, -1.0]]),
        ),
    )
    yield Case(
        "four tokens, d_model=3, d_k=2, d_v=1",
        (
            np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0], [2.0, 1.0, 0.0], [-1.0, 0.0, 1.0]]),
            np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
            np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, 2.0]]),
            np.array([[1.0], [2.0], [-1.0]]),
        ),
    )
