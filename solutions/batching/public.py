"""Stage batching: the public examples."""

import numpy as np

from autograder.authoring import Case

ONES = tuple(np.ones((1, 1)) for _ in range(4))

TWO_OF_THREE = np.array(
    [
        [[1.0, 0.0, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.5, 1.0, 0.0]],
        [[0.5, -0.5, 0.0, 1.0], [1.0, 1.0, 0.0, -0.5], [0.0, -1.0, 0.5, 0.5]],
    ]
)

WEIGHTS = (
    np.array([[1.0, 0.5], [0.0, -1.0], [0.5, 1.0], [-0.5, 0.0]]),
    np.array([[0.5, -1.0], [1.0, 0.0], [-0.5, 0.5], [0.0, 1.0]]),
    np.array([[1.0, 0.0, -1.0], [0.5, 1.0, 0.0], [0.0, -0.5, 1.0], [-1.0, 0.5, 0.5]]),
    np.array([[1.0, 0.5, 0.0, -0.5], [0.0, -1.0, 0.5, 1.0], [-0.5, 0.0, 1.0, 0.5]]),
)


def self_attention():
    """A batch with each mask, then sizes that hide a wrong axis, one item, and none."""
    yield Case("B=2, T=3, no mask", (TWO_OF_THREE, *WEIGHTS), {"causal": False})
    yield Case("B=2, T=3, causal by default", (TWO_OF_THREE, *WEIGHTS))
    yield Case(
        "B=2, T=3, lengths=[2, 3], causal=False",
        (TWO_OF_THREE, *WEIGHTS),
        {"lengths": np.array([2, 3]), "causal": False},
    )
    yield Case("B=2, T=3, lengths=[2, 0]", (TWO_OF_THREE, *WEIGHTS), {"lengths": np.array([2, 0])})
    five = np.concatenate([TWO_OF_THREE, -TWO_OF_THREE, TWO_OF_THREE[:1]])[:, ::-1].copy()
    yield Case(
        "B=5, T=3, lengths=[1, 3, 2, 0, 3]",
        (five, *WEIGHTS),
        {"lengths": np.array([1, 3, 2, 0, 3])},
    )
    yield Case("B=2, T=3, X is 100 times larger", (100 * TWO_OF_THREE, *WEIGHTS))
    yield Case(
        "B = T = 2, all widths 1, lengths=[2, 1]",
        (np.array([[[1.0], [2.0]], [[3.0], [9.0]]]), *ONES),
        {"lengths": np.array([2, 1])},
        group="square",
    )
    yield Case(
        "B = T = 3, lengths=[3, 1, 2]",
        (five[:3], *WEIGHTS),
        {"lengths": np.array([3, 1, 2])},
        group="square",
    )
    yield Case("B=1, T=3", (TWO_OF_THREE[:1], *WEIGHTS), group="other")
    yield Case(
        "B=3, T=1, lengths=[1, 0, 1]",
        (five[:3, :1].copy(), *WEIGHTS),
        {"lengths": np.array([1, 0, 1])},
        group="other",
    )
    yield Case("B=0, T=3", (TWO_OF_THREE[:0], *WEIGHTS), group="other")
