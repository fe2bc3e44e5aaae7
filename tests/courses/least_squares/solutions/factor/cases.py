"""Stage factor, the hidden cases."""

import numpy as np

from autograder.authoring import Case, Relation


def solve(rng):
    def system(B, m, n):
        A = rng.integers(-4, 5, (B, m, n)) / 4
        A[:, np.arange(n), np.arange(n)] += 4
        return A, rng.integers(-8, 9, (B, m)) / 4 + 3

    def weights(B, m):
        return rng.integers(1, 9, (B, m)) / 2

    small = Case("B=2, m=3, n=2", system(2, 3, 2))
    yield small
    heavy = Case("B=2, m=5, n=3, with weights", system(2, 5, 3), {"weights": weights(2, 5)})
    yield heavy
    yield Case("B=3, m=4, n=2, with weights", system(3, 4, 2), {"weights": weights(3, 4)})
    yield Case("B=3, m=4, n=4", system(3, 4, 4))
    yield Case(
        "B = m = 3, n=2, with weights", system(3, 3, 2), {"weights": weights(3, 3)}, group="square"
    )
    yield Case("B = m = n = 2", system(2, 2, 2), group="square")
    yield Case("B=1, m=4, n=2", system(1, 4, 2), group="other")
    yield Case("no system, B=0, m=4, n=2", system(0, 4, 2), group="other")
    for base in (small, heavy):
        for name, places in (("the first alone", [0]), ("reversed", [1, 0]), ("twice", [0, 1, 0])):
            yield company(base, f"{base.name}: {name}", places)


def company(base, name, places):
    """The systems of `base` at these places, in this order."""
    args = tuple(array[places] for array in base.args)
    kwargs = {key: array[places] for key, array in base.kwargs.items()}
    return Relation(name, base, args, kwargs, lambda _, value: value[places])
