"""Stage softmax: the hidden cases.

Large scores differ by whole numbers or not at all, and where they pass 1000 in size the largest of
a row is far above the others: float32 inside, or a logarithm of the sum, costs no accuracy then.
"""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, ranked, whole
from ..pieces import additive, causal, padding

NEVER = -np.inf


def softmax_last(rng):
    """Sizes and coincidences, then masked rows, then large and distant scores, then kinds."""
    yield Case("T_q=2, T_k=3", (np.array([[0.0, 1.0, 2.0], [1.0, -1.0, 1.0]]),))
    yield Case("B=2, T_q=3, T_k=4", (quarters(rng, 2, 3, 4),))
    yield Case("T=3", (ranked(rng, 3, 3) + np.array([[0.0], [1.5], [-2.0]]),))
    yield Case("B = T = 3", (quarters(rng, 3, 3, 3),))
    yield Case("B=2, T=3", (quarters(rng, 2, 3, 3),))
    yield Case("B=1, T_q=2, T_k=5", (quarters(rng, 1, 2, 5),))
    yield Case("T_q=1, T_k=4", (quarters(rng, 1, 4),))
    yield Case("T_q=3, T_k=1", (quarters(rng, 3, 1),))
    yield Case("B=2, T=1", (quarters(rng, 2, 1, 1),))
    yield Case("two axes in front (2, 3), T_q=4, T_k=5", (quarters(rng, 2, 3, 4, 5),))
    yield Case("two axes in front, all sizes 3", (quarters(rng, 3, 3, 3, 3),))

    yield Case(
        "equal scores, and scores of 0",
        (np.array([[0.0, 0.0, 0.0, 0.0], [2.0, 2.0, 2.0, 2.0], [0.0, 3.0, 0.0, 1.0]]),),
    )
    yield Case("−inf after the diagonal, B=2, T=4", (quarters(rng, 2, 4, 4) + causal(4),))
    yield Case(
        "a row of nothing but −inf",
        (np.array([[1.0, 2.0, 0.0], [NEVER] * 3, [NEVER, -1.0, NEVER]]),),
    )
    yield Case(
        "item 1 is nothing but −inf, B=2, T_q=3, T_k=4",
        (quarters(rng, 2, 3, 4) + padding([3, 0], 4),),
    )
    yield Case("nothing but −inf, T_q=2, T_k=3", (np.full((2, 3), NEVER),))
    yield Case("one key, forbidden to query 0", (np.array([[NEVER], [0.5]]),))

    yield Case("scores about 900", (np.array([[900.0, 898.0, 897.0], [-900.0, -901.0, -899.0]]),))
    yield Case(
        "rows 800 apart", (np.array([[[400.0, 399.0, 397.0], [-400.0, -402.0, -401.0]]] * 2),)
    )
    yield Case("30 times larger, B=2, T=4", (30 * ranked(rng, 2, 4, 4),))
    yield Case(
        "scores of 1e30 and of 0",
        (np.array([[1e30, 0.0, -1e30], [0.0, 1.0, 2.0], [-1e30, -5e29, -9e29]]),),
    )
    yield Case(
        "1e30, −1e30 and −inf in a row",
        (np.array([[-1e30, NEVER, NEVER], [NEVER, 1e30, 5e29], [-6e29, NEVER, -1e30]]),),
    )
    yield Case(
        "one score of −1e30, the others small", (np.array([[1.0, -1e30, 2.0], [0.0, 1.0, 0.5]]),)
    )

    yield Case("integers, B=2, T_q=2, T_k=3", (whole(rng, 2, 2, 3).astype(np.int64),))
    yield Case("int32, T_q=4, T_k=3", (whole(rng, 4, 3).astype(np.int32),))
    yield Case("float32, B=2, T=3", ((quarters(rng, 2, 3, 3) + causal(3)).astype(np.float32),))


def attention_weights(rng):
    """Masks of several shapes, forbidden scores large and small, then kinds."""
    yield Case(
        "causal, T=3",
        (np.array([[0.0, 4.0, -1.0], [1.0, 2.0, 9.0], [2.0, 0.0, 1.0]]), causal(3)),
    )
    yield Case("padding, B=2, T_q=3, T_k=4", (quarters(rng, 2, 3, 4), padding([3, 2], 4)))
    yield Case("nothing is forbidden, T_q=2, T_k=3", (quarters(rng, 2, 3), np.zeros((2, 3))))
    ordinary = Case("causal, B=2, T=4", (quarters(rng, 2, 4, 4), causal(4)))
    yield ordinary
    yield from exchanged(ordinary, "S", "M")
    yield Case(
        "causal and padding, B=3, T=4", (quarters(rng, 3, 4, 4), causal(4) + padding([4, 2, 1], 4))
    )
    yield Case("B = T = 3, padding", (quarters(rng, 3, 3, 3), padding([3, 1, 2], 3)))
    yield Case("B = T = 3, causal", (quarters(rng, 3, 3, 3), causal(3)))
    yield Case("B=1, T=4, causal", (quarters(rng, 1, 4, 4), causal(4)))
    yield Case("T=1, B=2", (quarters(rng, 2, 1, 1), padding([1, 0], 1)))
    yield Case(
        "two axes in front, (2, 3, 4, 5) with (2, 1, 1, 5)",
        (quarters(rng, 2, 3, 4, 5), padding([5, 3], 5)[:, np.newaxis]),
    )
    zero = np.array([[0.0, 2.0, -1.0], [3.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    yield Case("allowed scores of exactly 0, T=3", (zero, causal(3)))

    yield Case(
        "item 1 has no allowed key, B=2, T_q=3, T_k=4",
        (quarters(rng, 2, 3, 4), padding([2, 0], 4)),
    )
    alone = additive(np.array([[False, True, True], [True, True, True], [True, False, False]]))
    yield Case("query 1 has no allowed key, T=3", (ranked(rng, 3, 3), alone))

    yield Case(
        "forbidden scores are larger by 60",
        (ranked(rng, 2, 3, 3) + 60 * np.triu(np.ones((3, 3)), 1), causal(3)),
    )
    yield Case(
        "forbidden scores of 1e30",
        (np.array([[1.0, 1e30, 1e30], [0.0, 2.0, 1e30], [1.0, 3.0, 2.0]]), causal(3)),
    )
    yield Case(
        "scores of 1e30 and −1e30, T=3",
        (np.array([[-1e30, 1e30, 0.0], [0.0, 1e30, 5.0], [-1e30, -5e29, -9e29]]), causal(3)),
    )
    yield Case(
        "rows 1000 apart, causal, T=3",
        (ranked(rng, 3, 3) + np.array([[500.0], [-500.0], [0.0]]), causal(3)),
    )
    yield Case(
        "rows 1000 apart inside each item, B=2, T_q=2, T_k=3",
        (
            ranked(rng, 2, 2, 3) + np.array([[[0.0], [-1000.0]], [[-900.0], [100.0]]]),
            padding([3, 2], 3),
        ),
    )
    yield Case("scores about −600, causal, T=3", (ranked(rng, 3, 3) - 600, causal(3)))
    yield Case("30 times larger, B=2, T=4, causal", (30 * ranked(rng, 2, 4, 4), causal(4)))

    yield Case(
        "integer S, query 1 has no allowed key, T_q=2, T_k=3",
        (whole(rng, 2, 3).astype(np.int64), additive(np.array([[False] * 3, [True] * 3]))),
    )
    yield Case("integer S, causal, T=4", (whole(rng, 4, 4).astype(np.int64), causal(4)))
    yield Case(
        "int32 S, float32 mask, B=2, T=3",
        (whole(rng, 2, 3, 3).astype(np.int32), padding([2, 3], 3).astype(np.float32)),
    )
    yield Case(
        "float32 S, causal, B=2, T=3", (quarters(rng, 2, 3, 3).astype(np.float32), causal(3))
    )
