"""Stage masks: the hidden cases."""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole
from ..pieces import additive, causal, padding


def causal_mask(rng):
    """Numbers of tokens."""
    for T in (3, 2, 1, 4, 5, 8):
        yield Case(f"T={T}", (T,))


def padding_mask(rng):
    """Lengths from nothing to all, more and fewer items than tokens, both kinds of integer."""

    def case(lengths, T, kind=np.int64, note=""):
        """Lengths of this kind."""
        listed = ", ".join(map(str, lengths))
        return Case(f"lengths=[{listed}], T={T}{note}", (np.array(lengths, kind), T))

    yield case([2, 1], 3)
    yield case([3, 0, 1, 2], 4)
    yield case([1, 3, 2], 3, note=": B = T")
    yield case([2, 4, 1, 3], 4, note=": B = T")
    yield case([5, 5], 5, note=": all full")
    yield case([4], 6, note=": B = 1")
    yield case([0, 0], 2, note=": all empty")
    yield case([0, 1, 1], 1, note=": T = 1")
    yield case([1, 2, 0, 3, 2, 1], 3, np.int32, ": int32")
    yield case(rng.permutation(7).tolist(), 6, np.int32, ": int32")
    yield case(rng.permutation(5).tolist(), 9)


def combine_masks(rng):
    """One mask, several, and shapes that broadcast in every direction."""

    def holes(*shape, share=0.35):
        """A mask that forbids this share of its entries, drawn."""
        return additive(rng.random(shape) < share)

    two = np.array([[0.0, -np.inf], [0.0, 0.0]])
    yield Case("causal and one row, T=2", (two, np.array([[-np.inf, 0.0]])))
    yield Case("two masks (3, 3)", (causal(3), np.flip(causal(3), axis=1).copy()))
    yield Case("two more masks (3, 3)", (holes(3, 3), np.zeros((3, 3))))
    yield Case("causal (4, 4) and padding (2, 1, 4)", (causal(4), padding([4, 2], 4)))
    yield Case("the same shapes, other lengths", (causal(4), padding([1, 4], 4)))
    yield Case("padding (3, 1, 5) and causal (5, 5)", (padding([2, 5, 3], 5), causal(5)))
    yield Case("B = T: causal (3, 3) and padding (3, 1, 3)", (causal(3), padding([1, 3, 2], 3)))
    yield Case("causal alone, (3, 3)", (causal(3),))
    yield Case("padding alone, (3, 1, 4)", (padding([2, 4, 0], 4),))
    yield Case("both forbid everything in item 1", (padding([3, 0], 3), padding([2, 0], 3)))
    yield Case("nothing is forbidden", (np.zeros((2, 1, 3)), np.zeros((3, 3))))
    yield Case("T = 1, B = 2", (causal(1), padding([1, 0], 1)))
    yield Case("B = 1, T = 4", (causal(4), padding([3], 4), holes(1, 4, 4)))
    yield Case(
        "three masks (4, 4), (2, 1, 4) and (2, 4, 4)",
        (causal(4), padding([3, 4], 4), holes(2, 4, 4)),
    )
    yield Case(
        "T_q=3, T_k=5: (3, 5), (2, 1, 5), (2, 3, 1) and (1, 1, 5)",
        (holes(3, 5), holes(2, 1, 5), holes(2, 3, 1, share=0.2), holes(1, 1, 5, share=0.2)),
    )
    yield Case(
        "two axes in front: (2, 3, 4, 4), (4, 4) and (2, 1, 1, 4)",
        (holes(2, 3, 4, 4), causal(4), holes(2, 1, 1, 4)),
    )
    yield Case(
        "float32 causal and float64 padding",
        (causal(4).astype(np.float32), padding([2, 3, 4], 4)),
    )
    yield Case(
        "float32 only, five masks (3, 3)",
        tuple(holes(3, 3, share=0.15).astype(np.float32) for _ in range(5)),
    )


def apply_mask(rng):
    """Scores of either sign, 0 and 1e30 among them, under masks of several shapes."""
    small = np.array([[2.0, 5.0, -1.0], [0.0, -3.0, 4.0], [1.0, 0.0, -2.0]])
    yield Case("causal, T=3, a score of 0 is allowed", (small, causal(3)))
    yield Case("padding, B=2, T_q=3, T_k=4", (quarters(rng, 2, 3, 4), padding([3, 1], 4)))
    ordinary = Case("causal, B=2, T=4", (quarters(rng, 2, 4, 4), causal(4)))
    yield ordinary
    yield from exchanged(ordinary, "S", "M")
    yield Case("B = T = 3, padding", (quarters(rng, 3, 3, 3), padding([3, 1, 2], 3)))
    yield Case("B = T = 3, causal", (quarters(rng, 3, 3, 3), causal(3)))
    yield Case("nothing is forbidden, B=2, T=3", (quarters(rng, 2, 3, 3), np.zeros((3, 3))))
    yield Case("item 1 has no allowed key", (quarters(rng, 2, 3, 3), padding([2, 0], 3)))
    yield Case("everything is forbidden", (quarters(rng, 2, 3), additive(np.ones((2, 3), bool))))
    yield Case("T = 1, B = 2", (quarters(rng, 2, 1, 1), padding([1, 0], 1)))
    yield Case("B = 1, T = 4, causal", (quarters(rng, 1, 4, 4), causal(4)))
    full = additive(rng.random((2, 3, 4)) < 0.4)
    yield Case("a mask of the shape of S, (2, 3, 4)", (quarters(rng, 2, 3, 4), full))
    yield Case(
        "two axes in front, (2, 3, 4, 4) with (2, 1, 1, 4)",
        (quarters(rng, 2, 3, 4, 4), additive(rng.random((2, 1, 1, 4)) < 0.5)),
    )
    yield Case("integer S, causal, T=4", (whole(rng, 4, 4).astype(np.int64), causal(4)))
    yield Case(
        "int32 S, float32 mask, B=2, T=3",
        (whole(rng, 2, 3, 3).astype(np.int32), padding([2, 3], 3).astype(np.float32)),
    )
    yield Case(
        "float32 S, causal, B=2, T=3", (quarters(rng, 2, 3, 3).astype(np.float32), causal(3))
    )
    large = np.array([[1e30, 1e30, 0.0], [-1e30, 2.0, 1e30], [-5e29, 1e30, -1e30]])
    yield Case("scores of 1e30, some forbidden, T=3", (large, causal(3)))
    yield Case("S 30 times larger, B=2, T=4", (30 * quarters(rng, 2, 4, 4), causal(4)))
