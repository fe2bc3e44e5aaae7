"""Stage positions: the hidden cases.

Angles stay small, or the widths at 2 and 4, so that float32 arithmetic knows them well enough.
"""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole
from . import layers


def sinusoidal_positions(rng):
    """Even and odd widths, one position, one column, as many columns as positions."""
    for T, d_model in (
        *((2, 2), (3, 4), (4, 3), (3, 6), (5, 5), (4, 4), (6, 6), (7, 2), (2, 7), (1, 4)),
        *((1, 1), (1, 3), (3, 1), (2, 1), (6, 8), (3, 12), (9, 12), (2, 16), (24, 2), (16, 4)),
    ):
        yield Case(f"T={T}, d_model={d_model}", (T, d_model))


def rotate(rng):
    """Widths, positions in any order, axes in front, coincidences, kinds of numbers."""

    def case(name, lead, positions, width, kind=float, integers=np.int64):
        """X of these sizes and kind at these positions."""
        told = f"T={len(positions)}, width {width}{name and ', '}{name}"
        X = drawn(rng, kind, *lead, len(positions), width)
        return Case(told, (X, np.array(positions, integers)))

    yield case("position 1", (), [1], 2)
    yield case("", (), [0, 1], 2)
    ordinary = case("", (), [0, 1, 2], 4)
    yield ordinary
    yield from exchanged(ordinary, "X", "positions")
    yield case("positions 3, 4, 5", (), [3, 4, 5], 4)
    yield case("positions 5, 0, 2", (), [5, 0, 2], 6)
    yield case("position 2 three times", (), [2, 2, 2], 4)
    yield case("all at position 0", (), [0, 0, 0], 6)
    yield case("positions 700 and 41", (), [700, 41], 2)
    yield case("positions 90, 7, 12", (), [90, 7, 12], 4)
    yield case("one token at position 6", (), [6], 6)
    yield case("positions in reverse", (), [3, 2, 1, 0], 6)
    yield case("as many tokens as columns", (), [0, 1, 2, 3], 4)
    yield case("as many tokens as pairs", (), [1, 2, 3], 6)
    yield case("as many tokens as pairs, from 0", (), [0, 1, 2, 3], 8)
    yield case("B=2", (2,), [0, 1, 2], 4)
    yield case("B=3, positions 4, 1, 6", (3,), [4, 1, 6], 2)
    yield case("B=4", (4,), [1, 3], 6)
    yield case("B=1", (1,), [2, 3, 4], 4)
    yield case("B=4, all sizes equal", (4,), [0, 1, 2, 3], 4)
    yield case("B=3, as many pairs", (3,), [2, 0, 1], 6)
    yield case("two axes in front (2, 3)", (2, 3), [0, 1, 2, 3], 4)
    yield case("two axes in front (3, 2), positions 1 and 5", (3, 2), [1, 5], 8)
    yield case("two axes in front (2, 2)", (2, 2), [0, 3], 2)
    yield case("three axes in front (2, 1, 3)", (2, 1, 3), [3, 1], 4)
    yield case("integer X", (2,), [1, 2, 3], 4, np.int64)
    yield case("int32 throughout", (), [0, 4], 6, np.int32, np.int32)
    yield case("float32 X, int32 positions", (2,), [2, 0, 1], 4, np.float32, np.int32)
    X, positions = case("", (2,), [1, 2, 3], 4).args
    X[:, 1] = 0
    yield Case("T=3, width 4, B=2, token 1 is all zeros", (X, positions))
    yield Case("T=3, width 4, B=2, numbers 1000 times larger", (1000 * X, positions))
    Z = np.zeros((2, 6))
    Z[:, 1::2] = 1.0
    yield Case("T=2, width 6, only second columns of pairs", (Z, np.array([1, 2])))


def order_gap(rng):
    """Layers that go along with the order and layers that do not, over sizes and orders."""

    def case(name, make, lead, order, width, kind=float, integers=np.int64):
        """A layer made for this width, X of these sizes and kind, and an order."""
        told = f"{name}, T={len(order)}, d_model={width}"
        told += f", {'×'.join(map(str, lead))} in front" if lead else ""
        X = drawn(rng, kind, *lead, len(order), width)
        return Case(told, (make(rng, width), X, np.array(order, integers)))

    yield case("tokens numbered", numbered, (), [1, 0], 2)
    yield case("running sum", running_sum, (), [2, 0, 1], 2)
    yield case("each token by itself", token_by_token, (), [1, 2, 0], 4)
    yield case("attention", attention, (), [2, 0, 1], 4)
    yield case("attention", attention, (), [1, 3, 0, 2], 4)
    yield case("causal attention", causal_attention, (), [2, 0, 1], 4)
    ordinary = case("tokens numbered", numbered, (), [3, 0, 2, 1], 3)
    yield ordinary
    yield another_layer(rng, ordinary)
    yield another_X(ordinary)
    yield another_order(ordinary)
    yield case("attention with positions", attention_with_places, (), [1, 2, 3, 0], 5)
    yield case("each less the one before", less_the_one_before, (), [1, 2, 3, 0], 3)
    yield case("the mean for all", mean_of_all, (), [2, 0, 1], 5)
    yield case("as many tokens as columns", running_sum, (), [2, 0, 1], 3)
    yield case("second feature by place", second_feature_by_place, (), [2, 0, 1], 4)
    yield case("nothing moves", causal_attention, (), [0, 1, 2], 4)
    yield case("one token", running_sum, (), [0], 3)
    yield case("one token, causal attention", causal_attention, (2,), [0], 3)
    yield case("only the last two change places", running_sum, (), [0, 1, 3, 2], 3)
    yield case("running sum", running_sum, (2,), [2, 0, 1], 4)
    yield case("causal attention", causal_attention, (2,), [1, 2, 0], 4)
    yield case("attention", attention, (2,), [3, 0, 1, 2], 3)
    yield case("as many items as tokens", running_sum, (3,), [1, 2, 0], 2)
    yield case("as many items as tokens", attention, (3,), [1, 2, 0], 2)
    yield case("more items than tokens", less_the_one_before, (5,), [2, 0, 1], 2)
    yield case("more items than tokens, numbered", numbered, (4,), [1, 2, 0], 3)
    yield case("all sizes equal", numbered, (3,), [2, 0, 1], 3)
    yield case("all sizes equal", running_sum, (3,), [1, 2, 0], 3)
    yield case("one item", numbered, (1,), [2, 1, 3, 0], 2)
    yield case("running sum", running_sum, (2, 3), [1, 2, 0], 4)
    yield case("attention with positions", attention_with_places, (3, 2), [1, 2, 0], 4)
    yield case("another width comes out", widened, (2,), [3, 1, 0, 2], 3)
    yield case("another width comes out", widened, (), [1, 2, 0], 3)
    yield case("integer X", running_sum, (2,), [1, 2, 3, 0], 3, np.int64)
    yield case("int32 throughout", numbered, (), [1, 2, 0], 4, np.int32, np.int32)
    yield case("float32 X", running_sum, (2,), [2, 0, 1], 4, np.float32, np.int32)


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=3).astype(kind)
    return quarters(rng, *shape, top=2).astype(kind)


def another_layer(rng, case):
    """The case with another layer: what is kept by X and order alone is old here."""
    _, X, order = case.args
    return Case(f"{case.name}, another layer", (numbered(rng, X.shape[-1]), X, order))


def another_X(case):
    """The case with other tokens, for a layer to which they matter."""
    _, X, order = case.args
    return Case(f"{case.name}, another X", (layers.running_sum, 2 * X + 1, order))


def another_order(case):
    """The case in another order."""
    layer, X, order = case.args
    return Case(f"{case.name}, another permutation", (layer, X, np.roll(order, 1)))


def weights(rng, *shapes):
    """Matrices of quarters."""
    return (quarters(rng, *shape, top=1) for shape in shapes)


def attention(rng, width):
    """Blind to order."""
    return layers.attending(*weights(rng, *((width, 3),) * 3))


def causal_attention(rng, width):
    """Each token reads itself and those before it."""
    return layers.attending(*weights(rng, *((width, 2),) * 3), masked=True)


def attention_with_places(rng, width):
    """Not blind to order any more."""
    places = quarters(rng, 8, width, top=2)
    return layers.attending(*weights(rng, *((width, 3),) * 3), places=places)


def token_by_token(rng, width):
    """Blind to order."""
    return layers.token_by_token(*weights(rng, (width, width)))


def numbered(rng, width):
    """Later tokens hold larger numbers, or smaller ones."""
    return layers.numbered(*weights(rng, (width, width)), -0.5 - rng.integers(0, 4, width) / 4)


def widened(rng, width):
    """Gives twice as many columns."""
    return layers.numbered(*weights(rng, (width, 2 * width)), quarters(rng, 2 * width) + 4)


def running_sum(rng, width):
    """Depends on what came before."""
    return layers.running_sum


def less_the_one_before(rng, width):
    """Depends on the neighbour."""
    return layers.less_the_one_before


def mean_of_all(rng, width):
    """Blind to order."""
    return layers.mean_of_all


def second_feature_by_place(rng, width):
    """One feature does not see the order, the others do."""
    return layers.second_feature_by_place
