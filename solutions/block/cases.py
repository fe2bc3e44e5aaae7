"""Stage block: the hidden cases.

Constant tokens have 1, 2 or 4 features: their mean is exact then in float32 too.
"""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole
from . import sublayers


def layer_norm(rng):
    """Sizes, coincidences, tokens that are small or all alike, eps by name, kinds of numbers."""

    def case(name, lead, T, width, kinds=(float, float), size=1.0, **kwargs):
        """X, gain and bias of these sizes and kinds."""
        told = f"T={T}, d_model={width}{name and ', '}{name}"
        X = size * uneven(drawn(rng, kinds[0], *lead, T, width))
        gain, bias = drawn(rng, kinds[1], width), drawn(rng, kinds[1], width)
        return Case(told, (X.astype(kinds[0]), gain + (gain == 0), bias), kwargs)

    def plain(name, X, gain=None, bias=None, **kwargs):
        """This X, with gain and bias that do nothing unless given."""
        width = X.shape[-1]
        gain = np.ones(width) if gain is None else gain
        return Case(name, (X, gain, np.zeros(width) if bias is None else bias), kwargs)

    yield plain("one token (1, 3), gain 1, bias 0", np.array([[1.0, 3.0]]))
    yield case("", (), 2, 3)
    ordinary = case("", (), 3, 4)
    yield ordinary
    yield from exchanged(ordinary, "X", "gain", "bias")
    yield plain("T=3, d_model=5, gain 1, bias 0", quarters(rng, 3, 5))
    yield case("as many tokens as features", (), 3, 3)
    yield case("one token", (), 1, 5)
    yield case("B=2", (2,), 3, 4)
    yield case("B=4", (4,), 2, 5)
    yield case("B=1", (1,), 3, 2)
    yield case("B = T", (3,), 3, 4)
    yield case("B = d_model", (4,), 2, 4)
    yield case("all sizes equal", (3,), 3, 3)
    yield case("two axes in front (2, 3)", (2, 3), 4, 5)
    yield case("two axes in front, all sizes equal", (2, 2), 2, 2)
    yield case("three axes in front (2, 1, 3)", (2, 1, 3), 2, 4)
    yield case("eps 0.5", (), 3, 4, eps=0.5)
    yield case("eps 0.25, B=2", (2,), 2, 3, eps=0.25)
    yield case("eps 0.001, small numbers", (2,), 3, 4, size=1 / 64, eps=0.001)
    yield case("eps 0.25, small numbers", (), 2, 4, size=1 / 64, eps=0.25)
    yield case("small numbers", (), 3, 4, size=1 / 256)
    yield case("very small numbers", (2,), 2, 5, size=1 / 1024)
    yield case("numbers in the hundreds", (), 3, 5, size=128.0)
    X, gain, bias = case("", (2,), 3, 4).args
    X[0, 1], X[1, 0] = 2.5, 0.0
    yield Case("T=3, d_model=4, B=2, two tokens with all features alike", (X, gain, bias))
    gain, bias = np.array([2.0]), np.array([-0.5])
    yield Case("T=3, d_model=1", (np.array([[3.0], [0.0], [-1.5]]), gain, bias))
    yield plain(
        "T=2, d_model=4, a token (1, 1, 1, 1.25)", np.array([[1.0, 1.0, 1.0, 1.25], [4, 0, 2, -1]])
    )
    yield plain("T=3, d_model=4, gain with a 0", quarters(rng, 3, 4), np.array([1.0, 0, -2, 0.5]))
    yield case("integer X", (2,), 3, 4, (np.int64, float))
    yield case("int32 throughout", (), 2, 5, (np.int32, np.int32))
    yield case("float32 X", (2,), 3, 4, (np.float32, float))
    yield case("float X, integer gain and bias", (), 3, 5, (float, np.int64))


def pre_norm_block(rng):
    """Sublayers of several kinds over sizes and kinds of numbers."""

    def case(name, make, lead, T, width, kinds=(float, float), size=1.0):
        """A sublayer made for this width, and arrays of these sizes and kinds."""
        told = f"{name}, T={T}, d_model={width}"
        told += f", {'×'.join(map(str, lead))} in front" if lead else ""
        X = size * uneven(drawn(rng, kinds[0], *lead, T, width))
        gain, bias = drawn(rng, kinds[1], width), drawn(rng, kinds[1], width)
        return Case(told, (X.astype(kinds[0]), make(rng, width), gain + (gain == 0), bias))

    yield case("what it is given", itself, (), 1, 2)
    yield case("squares", squares, (), 2, 3)
    yield case("product", product, (), 2, 3)
    yield case("attention", attention, (), 3, 4)
    yield case("network", network, (), 3, 4)
    ordinary = case("product", product, (), 3, 5)
    yield ordinary
    yield from others(rng, ordinary)
    yield case("nothing is written", silence, (), 3, 4)
    yield case("ones are written", ones, (), 2, 4)
    yield case("causal attention", causal_attention, (), 4, 3)
    yield case("attention, as many tokens as features", attention, (), 3, 3)
    yield case("attention, one token", attention, (), 1, 4)
    yield case("product", product, (2,), 3, 4)
    yield case("attention", attention, (2,), 3, 4)
    yield case("squares", squares, (4,), 2, 5)
    yield case("attention, one item", attention, (1,), 4, 2)
    yield case("network, as many items as tokens", network, (3,), 3, 4)
    yield case("attention, all sizes equal", attention, (3,), 3, 3)
    yield case("attention", attention, (2, 3), 2, 4)
    yield case("product, one feature", product, (2,), 3, 1)
    yield case("product, numbers in the tens", product, (), 3, 4, size=16.0)
    yield case("attention, small numbers", attention, (), 3, 4, size=1 / 128)
    yield case("product, integer X", product, (2,), 3, 4, (np.int64, float))
    yield case("network, int32 X, gain and bias", network, (), 3, 4, (np.int32, np.int32))
    yield case("attention, float32 throughout", attention, (2,), 3, 4, (np.float32, np.float32))


def others(rng, case):
    """The case once for each argument, with another one: what is kept is old here."""
    X, sublayer, gain, bias = case.args
    for name, args in (
        ("X", (np.roll(X, 1, axis=-1), sublayer, gain, bias)),
        ("sublayer", (X, product(rng, len(gain)), gain, bias)),
        ("gain", (X, sublayer, np.roll(gain, 1) + 1, bias)),
        ("bias", (X, sublayer, gain, np.roll(bias, 1) + 1)),
    ):
        yield Case(f"{case.name}, another {name}", args)


def drawn(rng, kind, *shape):
    """Numbers of that kind, whole ones for integers."""
    if np.issubdtype(kind, np.integer):
        return whole(rng, *shape, top=3).astype(kind)
    return quarters(rng, *shape, top=2).astype(kind)


def uneven(X):
    """X with a first feature above the last in every token, so that none is all alike."""
    X = np.array(X)
    if X.shape[-1] > 1:
        X[..., 0] = X[..., -1] + 1 + np.abs(X[..., 0])
    return X


def itself(rng, width):
    """Returns what it is given."""
    return sublayers.itself


def squares(rng, width):
    """Is never negative."""
    return sublayers.squares


def silence(rng, width):
    """Writes nothing."""
    return sublayers.silence


def ones(rng, width):
    """Does not look at what it is given."""
    return sublayers.one


def product(rng, width):
    """Every token by itself, in a straight line."""
    return sublayers.product(1.25 + quarters(rng, width, width, top=1))


def network(rng, width):
    """Every token by itself, with a bend."""
    return sublayers.network(
        quarters(rng, width, width + 1, top=1), quarters(rng, width + 1, width, top=1)
    )


def attention(rng, width):
    """Tokens that read each other."""
    return sublayers.attention(*(quarters(rng, width, w, top=1) for w in (2, 2, width)))


def causal_attention(rng, width):
    """Tokens that read what came before."""
    return sublayers.attention(*(quarters(rng, width, w, top=1) for w in (2, 2, width)), True)
