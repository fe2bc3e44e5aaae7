"""Stage shapes: the hidden cases."""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole


def layer_shapes(rng):
    """Five sizes: all different, then coincidences, then drawn."""
    for name, sizes in (
        ("all sizes different", (2, 3, 4, 5, 6)),
        ("all sizes different, d_k < d_v < d_model", (3, 5, 11, 2, 7)),
        ("d_k = T", (2, 4, 6, 4, 3)),
        ("d_v = d_model", (2, 3, 5, 4, 5)),
        ("d_k = d_v", (2, 3, 7, 4, 4)),
        ("B = T", (3, 3, 5, 2, 4)),
        ("B = 1", (1, 4, 6, 3, 2)),
        ("T = 1", (4, 1, 5, 2, 3)),
        ("B = 0", (0, 3, 5, 2, 4)),
        ("all sizes 1", (1, 1, 1, 1, 1)),
        ("all sizes equal", (3, 3, 3, 3, 3)),
    ):
        yield Case(name, sizes)
    for _ in range(2):
        B, T, d_model, d_k, d_v = rng.choice(np.arange(2, 40), 5, replace=False).tolist()
        name = f"B={B}, T={T}, d_model={d_model}, d_k={d_k}, d_v={d_v}"
        yield Case(name, (B, T, d_model, d_k, d_v))


def parameter_count(rng):
    """Three widths: small, coincident, of a real model, then drawn."""
    for sizes in (
        (4, 1, 3),
        (5, 3, 2),
        (4, 2, 4),
        (3, 3, 5),
        (6, 2, 2),
        (3, 3, 3),
        (1, 1, 1),
        (512, 64, 48),
        tuple(rng.choice(np.arange(2, 90), 3, replace=False).tolist()),
    ):
        yield Case("d_model={}, d_k={}, d_v={}".format(*sizes), sizes)


SIZES = "B=2, T=3, d_model=4, d_k=2, d_v=5"


def check_inputs(rng):
    """Arrays that fit, then one that does not, then two."""

    def case(name, X=(2, 3, 4), W_Q=(4, 2), W_K=(4, 2), W_V=(4, 5), W_O=(5, 4)):
        """The usual sizes but for the arrays given by shape."""
        return Case(name, tuple(whole(rng, *shape) for shape in (X, W_Q, W_K, W_V, W_O)))

    yield case(f"all fit: {SIZES}")
    yield case("all fit: d_k = 5, d_v = 2", W_Q=(4, 5), W_K=(4, 5), W_V=(4, 2), W_O=(2, 4))
    yield case("all fit: an empty batch, B = 0", X=(0, 3, 4))
    yield case("all fit: d_k = d_v = 2", W_V=(4, 2), W_O=(2, 4))
    yield case("all fit: d_v = d_model = 4", W_V=(4, 4), W_O=(4, 4))
    yield case("all fit: all sizes 4", (4, 4, 4), (4, 4), (4, 4), (4, 4), (4, 4))
    yield case("all fit: all sizes 1", (1, 1, 1), (1, 1), (1, 1), (1, 1), (1, 1))
    fitting = case("integers").args
    yield Case("all fit: integers", tuple(array.astype(np.int64) for array in fitting))

    yield case("X has 2 axes", X=(3, 4))
    yield case("X has 1 axis", X=(4,))
    yield case("X has 4 axes", X=(1, 2, 3, 4))
    yield case("X has no tokens", X=(2, 0, 4))
    yield case("X has no features", X=(2, 3, 0))
    yield case(
        "X has no features, and the weights no rows", (2, 3, 0), (0, 2), (0, 2), (0, 5), (5, 0)
    )

    yield case("W_Q has 1 axis", W_Q=(4,))
    yield case("W_Q has 3 axes", W_Q=(4, 2, 2))
    yield case("W_Q has 5 rows where d_model = 4", W_Q=(5, 2))
    yield case("W_Q is (d_k, d_model)", W_Q=(2, 4))
    yield case("W_Q and W_K have no columns", W_Q=(4, 0), W_K=(4, 0))

    yield case("W_K has 1 axis", W_K=(4,))
    yield case("W_K has 3 axes", W_K=(4, 2, 2))
    yield case("W_K has 3 rows where d_model = 4", W_K=(3, 2))
    yield case("W_K has 3 columns where W_Q has 2", W_K=(4, 3))
    yield case("W_K has no columns", W_K=(4, 0))

    yield case("W_V has 1 axis", W_V=(4,))
    yield case("W_V has 3 axes", W_V=(4, 5, 2))
    yield case("W_V has 3 rows where d_model = 4", W_V=(3, 5))
    yield case("W_V is (d_v, d_model)", W_V=(5, 4))
    yield case("W_V has no columns, and W_O no rows", W_V=(4, 0), W_O=(0, 4))

    yield case("W_O has 1 axis", W_O=(5,))
    yield case("W_O has 3 axes", W_O=(5, 4, 2))
    yield case("W_O is (d_model, d_v)", W_O=(4, 5))
    yield case("W_O has 3 rows where d_v = 5", W_O=(3, 4))
    yield case("W_O has 3 columns where d_model = 4", W_O=(5, 3))
    yield case("W_O has no columns", W_O=(5, 0))

    yield case("X is one feature wider than the weights", X=(2, 3, 5))
    yield case("X has no tokens, and W_O is (d_model, d_v)", X=(2, 0, 4), W_O=(4, 5))
    yield case("W_Q has 3 rows, and W_V has 3 axes", W_Q=(3, 2), W_V=(4, 5, 2))
    yield case("W_K has 3 columns, and W_V has 3 rows", W_K=(4, 3), W_V=(3, 5))
    yield case("W_K has 3 rows, and W_O has 1 axis", W_K=(3, 2), W_O=(5,))
    yield case("W_V has 3 rows, and W_O has 3 columns", W_V=(3, 5), W_O=(5, 3))
    yield case("W_Q has no columns, and W_K has 3 rows", W_Q=(4, 0), W_K=(3, 2))


def project(rng):
    """Sequences and weights: distinct sizes, coincidences, other kinds of numbers."""

    def case(name, lead, T, d_model, d_k, d_v, kinds=(float, float)):
        """Arrays of these sizes: X of the first kind, the weights of the second."""
        of_X, of_W = kinds
        draw = whole if np.issubdtype(of_W, np.integer) else quarters
        X = whole(rng, *lead, T, d_model).astype(of_X)
        weights = (draw(rng, d_model, width).astype(of_W) for width in (d_k, d_k, d_v))
        return Case(name, (X, *weights))

    yield case("no batch axis, T=2, d_model=3, d_k=4, d_v=1", (), 2, 3, 4, 1)
    ordinary = case("B=2, T=3, d_model=4, d_k=2, d_v=5", (2,), 3, 4, 2, 5)
    yield ordinary
    yield from exchanged(ordinary, "X", "W_Q", "W_K", "W_V")
    yield case("B=2, T=4, d_model=3, d_k = d_v = 5", (2,), 4, 3, 5, 5)
    yield case("B=2, T=4, d_model = d_k = d_v = 3", (2,), 4, 3, 3, 3)
    yield case("T = d_model = 3, B=2, d_k=2, d_v=4", (2,), 3, 3, 2, 4)
    yield case("no batch axis, T = d_model = d_k = d_v = 3", (), 3, 3, 3, 3)
    yield case("all sizes 3", (3,), 3, 3, 3, 3)
    yield case("B = T = 3, d_model=2, d_k=4, d_v=5", (3,), 3, 2, 4, 5)
    yield case("B=1, T=1, d_model=4, d_k=2, d_v=3", (1,), 1, 4, 2, 3)
    yield case("B = 0, T=3, d_model=4, d_k=2, d_v=5", (0,), 3, 4, 2, 5)
    yield case("d_k = d_v = 1, B=2, T=3, d_model=4", (2,), 3, 4, 1, 1)
    yield case("two axes in front (2, 3), T=4, d_model=2, d_k=3, d_v=5", (2, 3), 4, 2, 3, 5)
    yield case("integer X, float weights", (2,), 3, 4, 5, 2, (np.int64, float))
    yield case("int32 X, float32 weights", (3,), 2, 4, 3, 5, (np.int32, np.float32))
    yield case("integers only", (2,), 3, 5, 4, 2, (np.int64, np.int32))
    X, *weights = case("", (2,), 3, 4, 2, 5).args
    yield Case("X 30 times larger", (30 * X, *weights))
