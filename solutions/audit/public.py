"""Stage audit: the public layers, each with the answer that is right for it."""

import numpy as np

from autograder.authoring import Case

from . import sound
from .bank import KNOWN, faulty, layer_of
from .company import families

X = np.array(
    [
        [[1.0, 0.0, 0.5], [0.0, 1.0, -0.5], [-1.0, 0.5, 1.0]],
        [[0.5, -0.5, 0.0], [1.0, 1.0, 0.0], [0.0, -1.0, 0.5]],
    ]
)

WEIGHTS = (
    np.array([[1.0, 0.5], [0.0, -1.0], [0.5, 1.0]]),
    np.array([[0.5, -1.0], [1.0, 0.0], [-0.5, 0.5]]),
    np.array([[1.0, 0.0, -1.0, 0.5], [0.5, 1.0, 0.0, 0.0], [0.0, -0.5, 1.0, 1.0]]),
    np.array([[1.0, 0.5, 0.0], [0.0, -1.0, 0.5], [-0.5, 0.0, 1.0], [1.0, 1.0, 0.0]]),
)


def audit():
    """Two sound layers, two faults that these arguments show, and one that company shows."""
    yield case("sound, M of shape (T, T)", sound.small_mask, None)
    yield case("sound, in float32", sound.single_precision, None, lengths=np.array([2, 0]))
    yield case("scores that are never scaled", faulty(KNOWN["S", "scale_missing"]), "S")
    yield case("a mask without effect", faulty(KNOWN["A", "mask_ignored"]), "A")
    yield case(
        "an item alone is not masked",
        faulty(KNOWN["single_item_unmasked"]),
        "batch",
        lengths=np.array([2, 3]),
        causal=False,
    )


def questions(case):
    """What the public layers hold answers to: the batch, no item, each alone, another order."""
    X, *weights = case.args[1:]
    lengths = case.kwargs.get("lengths")
    causal = case.kwargs.get("causal", True)
    yield (X, *weights), {"lengths": lengths, "causal": causal}
    for name, forms in families(X, lengths, np.random.default_rng(0)).items():
        if name in ("none", "alone", "order"):
            for company in (company for form in forms for company in form):
                yield (company.X, *weights), {"lengths": company.lengths, "causal": causal}


def case(name, answer, due, **kwargs):
    """The layer on the arguments above."""
    return Case(name, (layer_of(answer), X, *WEIGHTS), kwargs, expected={"audit": due}, kind=name)
