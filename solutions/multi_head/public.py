"""Stage multi_head: the public examples."""

import numpy as np

from autograder.authoring import Case

TWO_OF_THREE = np.array(
    [
        [[1.0, 0.0, 0.5, -1.0], [0.0, 1.0, -0.5, 0.5], [-1.0, 0.5, 1.0, 0.0]],
        [[0.5, -0.5, 0.0, 1.0], [1.0, 1.0, 0.0, -0.5], [0.0, -1.0, 0.5, 0.5]],
    ]
)

# Two heads, d_k = 2, d_v = 1: no width is the model's.
WEIGHTS = (
    np.array([[1, 0.5, 0, -1], [0, -1, 0.5, 1], [0.5, 1, -1, 0], [-0.5, 0, 1, 0.5]]),
    np.array([[0.5, -1, 1, 0], [1, 0, -0.5, 1], [-0.5, 0.5, 0, -1], [0, 1, 0.5, 0.5]]),
    np.array([[1.0, -1.0], [0.5, 0.0], [0.0, 1.0], [-1.0, 0.5]]),
    np.array([[1.0, 0.5, 0.0, -0.5], [0.0, -1.0, 0.5, 1.0]]),
)

# One input feature, two heads of width 1 that see it with opposite signs.
SMALL = (np.array([[[1.0], [2.0]]]), *(np.array([[1.0, -1.0]]) for _ in range(3)))


def numbers(*shape):
    """0, 1, 2, … in this shape."""
    return np.arange(np.prod(shape)).reshape(shape)


def split_heads():
    """Numbers that tell where they come from."""
    yield Case("B=1, T=2, n=2, d=2", (numbers(1, 2, 4) + 1, 2))
    yield Case("B=2, T=3, n=2, d=2", (numbers(2, 3, 4), 2))
    yield Case("B=2, T=3, n=4, d=1, the same X", (numbers(2, 3, 4), 4))
    yield Case("B=2, T=4, n=3, d=2", (numbers(2, 4, 6) / 2, 3))
    yield Case("B=3, T=2, n=1, d=3", (numbers(3, 2, 3), 1))
    yield Case("B = T = n = d = 2", (numbers(2, 2, 4), 2))


def merge_heads():
    """Numbers that tell where they come from."""
    yield Case("B=1, n=2, T=2, d=2", (np.array([[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]]),))
    yield Case("B=2, n=2, T=3, d=2", (numbers(2, 2, 3, 2),))
    yield Case("B=2, n=3, T=4, d=2", (numbers(2, 3, 4, 2) / 2,))
    yield Case("B=3, n=1, T=2, d=3", (numbers(3, 1, 2, 3),))
    yield Case("B=2, n=4, T=3, d=1", (numbers(2, 4, 3, 1),))
    yield Case("B = n = T = d = 2", (numbers(2, 2, 2, 2),))


def multi_head_attention():
    """Each mask, as many items as heads, one head, then unusual batches."""

    def case(name, X, n, lengths=None, causal=True, group="main"):
        """The case, with lengths where there are any; W_Q as it stands has one head or two."""
        kwargs = {} if lengths is None else {"lengths": np.array(lengths)}
        if not causal:
            kwargs["causal"] = False
        return Case(name, (X, *WEIGHTS, n), kwargs, group=group)

    five = np.concatenate([TWO_OF_THREE, -TWO_OF_THREE, TWO_OF_THREE[:1]])[:, ::-1].copy()
    yield case("B=5, T=3, n=2, no mask", five, 2, causal=False)
    yield case("B=5, T=3, n=2, causal by default", five, 2)
    yield case(
        "B=5, T=3, n=2, lengths=[1, 3, 2, 0, 3], causal=False", five, 2, [1, 3, 2, 0, 3], False
    )
    yield case("B=5, T=3, n=2, lengths=[1, 3, 2, 0, 3]", five, 2, [1, 3, 2, 0, 3])
    yield case("B = n = 2, T=3, lengths=[2, 3], causal=False", TWO_OF_THREE, 2, [2, 3], False)
    yield case("B=2, T=3, one head, lengths=[2, 1]", TWO_OF_THREE, 1, [2, 1])
    yield case("B=5, T=3, n=2, X is 100 times larger", 100 * five, 2)
    yield case("B = T = 3, n=2, lengths=[3, 1, 2]", five[:3], 2, [3, 1, 2], group="square")
    both, first = np.array([[1.0], [1.0]]), np.array([[1.0], [0.0]])
    for W_O in (both, first):
        told = W_O.ravel().astype(int).tolist()
        name = f"B=1, T=2, n=2, all widths 1, W_O rows {told}"
        yield Case(name, (*SMALL, W_O, 2), group="other")
    yield case("B=1, T=3, n=2", TWO_OF_THREE[:1], 2, group="other")
    yield case("B=3, T=1, n=2, lengths=[1, 0, 1]", five[:3, :1].copy(), 2, [1, 0, 1], group="other")
