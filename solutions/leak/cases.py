"""Stage leak: the hidden cases."""

import numpy as np

from autograder.authoring import Case, given

from ..draws import whole
from . import layers, steps
from .changes import is_causal, is_shown

DRAWS = 500


def leaks_future(rng):
    """Layers of both kinds in turn, small and telling ones first."""
    for number, (make, leaks, sizes, kind) in enumerate(table()):
        yield drawn_case(rng, make, leaks, sizes[number % len(sizes)], kind)
    for leaks, name in ((False, "causal_layer"), (True, "unmasked_layer")):
        layer = given(__file__, "next_token.py", name)
        yield drawn_case(rng, plain(layer), leaks, (2, 5, 8), float)


SIZES = ((2, 4, 3), (1, 5, 2), (3, 4, 2), (2, 3, 4), (1, 4, 4), (3, 6, 2))
"""B, T, d_model."""

LONG = ((2, 5, 3), (1, 6, 2), (3, 5, 2))
WHOLE, NARROW = np.int64, np.float32


def table():
    """Every layer as its maker, whether it leaks, the sizes it may have, and the kind of X."""
    yield plain(layers.running_sum), False, SIZES, float
    yield plain(layers.centred), True, SIZES, float
    for weigh, other in zip(layers.LEAKING, layers.CAUSAL * 5, strict=False):
        yield head(weigh), True, LONG, float
        yield head(other), False, SIZES, float
    for layer in layers.LEAKING_OTHERS[1:]:
        yield plain(layer), True, SIZES, float
    for layer in layers.CAUSAL_OTHERS:
        yield plain(layer), False, SIZES, float
    yield head(layers.short_mask), True, LONG, float
    yield head(layers.first_item_masked), True, ((2, 4, 3), (3, 3, 2)), float
    yield head(layers.last_item_unmasked), True, ((3, 4, 2), (2, 3, 3)), float
    yield plain(layers.rounded_otherwise), False, LONG, float
    for kind in (WHOLE, np.int32, NARROW):
        yield head(layers.unmasked), True, SIZES, kind
        yield head(layers.causal), False, SIZES, kind
    yield head(layers.causal, NARROW), False, SIZES, NARROW
    yield head(layers.one_ahead, NARROW), True, SIZES, float
    for layer in (layers.centred, layers.running_mean):
        yield plain(layer), layer is layers.centred, ((1, 2, 1), (2, 2, 2)), float
    yield plain(layers.rolled), True, ((4, 2, 3),), WHOLE
    yield head(layers.unmasked), False, ((2, 1, 3),), float
    yield plain(layers.centred), False, ((1, 1, 2),), float
    yield head(layers.first_item_unmasked), True, ((2, 4, 3), (3, 3, 2)), float


def plain(layer):
    """A layer without weights."""
    return lambda _rng, _d: layer


def head(weigh, kind=None):
    """A head of that kind of weights, whose outputs may be of a kind of numbers."""

    def make(rng, d):
        attend = layers.Attention(rng, d, weigh)
        return attend if kind is None else lambda X: attend(X).astype(kind)

    return make


def batches_only(layer):
    """The layer as one that refuses anything but (B, T, d)."""

    def refusing(X):
        if np.ndim(X) != 3:
            raise ValueError(f"layer takes tokens (B, T, d_model), not shape {np.shape(X)}")
        return layer(np.asarray(X))

    return refusing


def drawn_case(rng, make, leaks, sizes, kind):
    """The layer with tokens on which every fair test gives the answer that is due."""
    B, T, d = sizes
    for _ in range(DRAWS):
        layer, X = batches_only(make(rng, d)), tokens(rng, kind, B, T, d)
        if is_shown(layer, X) if leaks else is_causal(layer, X):
            break
    else:
        raise AssertionError("no tokens tell whether the layer leaks")
    told = {float: "", WHOLE: ", integer X", np.int32: ", int32 X", NARROW: ", float32 X"}[kind]
    return Case(f"B={B}, T={T}, d_model={d}{told}", (layer, X))


def tokens(rng, kind, *shape):
    """Numbers of that kind, none of them 0; int64 above 0."""
    size = rng.integers(1, 4, size=shape) * (1 if np.issubdtype(kind, np.integer) else 0.5)
    return (size if kind is WHOLE else size * rng.choice([-1, 1], size=shape)).astype(kind)


def generate(rng):
    """Steps that go by the last token, by all, by the place; ties, no new token, the twins."""
    yield Case("one new token", (steps.Following(5, 1), [2], 1))
    yield Case("prompt of three, four new tokens", (steps.Following(7, 2), [5, 1, 4], 4))
    for number, make in enumerate(steps.MAKERS):
        step = make(rng)
        for length, n in ((1, 3), (2, 6), (4, 5)):
            prompt = [int(token) for token in rng.integers(0, step.count, size=length)]
            yield Case(f"step {number + 1}, prompt of {length}, {n} new tokens", (step, prompt, n))
    yield Case("no new token", (steps.Following(4, 1), [3, 1], 0))
    yield Case("no new token after one", (steps.Following(3, 1), [2], 0))
    yield Case("twenty new tokens", (steps.Remembering(whole(rng, 6, 6, top=9)), [1, 0, 2], 20))
    yield Case("the best logits are equal", (steps.Level(4), [3, 3], 3))
    for name in ("causal_step", "unmasked_step"):
        yield Case(
            f"a trained model: {name}", (given(__file__, "next_token.py", name), [4, 0, 1], 6)
        )
