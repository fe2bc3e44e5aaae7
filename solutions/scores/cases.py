"""Stage scores: the hidden cases.

Where scores are large, √d_k is a whole number: a float32 solution that scales Q and K before they
meet then cancels as exactly as one that scales the scores.
"""

import numpy as np

from autograder.authoring import Case

from ..draws import exchanged, quarters, whole


def raw_scores(rng):
    """Queries and keys: distinct sizes, coincidences, other kinds of numbers."""
    yield from queries_and_keys(rng)


def scaled_scores(rng):
    """The same kinds of queries and keys, drawn anew."""
    yield from queries_and_keys(rng)


def queries_and_keys(rng):
    """Q and K of all the sizes and kinds that a wrong formula could tell apart."""

    def case(name, lead, T_q, T_k, d_k, kinds=(float, float)):
        """Arrays of these sizes, Q of the first kind and K of the second."""
        Q, K = (
            (whole if np.issubdtype(kind, np.integer) else quarters)(rng, *shape).astype(kind)
            for shape, kind in zip(((*lead, T_q, d_k), (*lead, T_k, d_k)), kinds, strict=True)
        )
        return Case(name, (Q, K))

    small = Case("T_q=2, T_k=3, d_k=4, no batch axis", (whole(rng, 2, 4), whole(rng, 3, 4)))
    yield small
    ordinary = case("B=2, T_q=3, T_k=5, d_k=2", (2,), 3, 5, 2)
    yield ordinary
    yield case("B=2, T=4, d_k=3", (2,), 4, 4, 3)
    yield case("B=4, T=3, d_k=6", (4,), 3, 3, 6)
    yield case("T = d_k = 3, no batch axis", (), 3, 3, 3)
    yield case("T = d_k = 3, B=2", (2,), 3, 3, 3)
    yield case("B = T = 3, d_k=5", (3,), 3, 3, 5)
    yield case("B = d_k = 3, T=2", (3,), 2, 2, 3)
    yield case("B = T = d_k = 3", (3,), 3, 3, 3)
    yield case("T_k = d_k = 3, T_q=2, B=4", (4,), 2, 3, 3)
    yield case("B=1, T_q=1, T_k=4, d_k=2", (1,), 1, 4, 2)
    yield case("T=1, B=2, d_k=3", (2,), 1, 1, 3)
    yield case("d_k=1, T_q=3, T_k=2", (), 3, 2, 1)
    yield case("two axes in front (2, 3), T_q=4, T_k=5, d_k=2", (2, 3), 4, 5, 2)
    yield case("two axes in front, all sizes 3", (3, 3), 3, 3, 3)
    yield case("three axes in front (2, 1, 3), T_q=2, T_k=3, d_k=4", (2, 1, 3), 2, 3, 4)
    yield case("integers, B=2, T_q=3, T_k=4, d_k=5", (2,), 3, 4, 5, (np.int64, np.int64))
    yield case("int32 Q, float K, T_q=4, T_k=3, d_k=2", (), 4, 3, 2, (np.int32, float))
    yield case("float32, B=2, T_q=4, T_k=3, d_k=7", (2,), 4, 3, 7, (np.float32, np.float32))
    Q, K = case("", (2,), 3, 4, 5).args
    Q[:, 1] = 0
    yield Case("query 1 is all zeros, B=2, T_q=3, T_k=4, d_k=5", (Q, K))
    Q, K = case("", (2,), 3, 4, 16).args
    yield from exchanged(ordinary, "Q", "K")
    yield Case("Q 30 times larger, B=2, T_q=3, T_k=4, d_k=16", (30 * Q, K))
