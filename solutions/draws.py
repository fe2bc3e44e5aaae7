"""Random arrays for cases. Every value is exact in float32 and easy to read in a report.

Sums of products of these values are exact in float32 too, so that only roots and exponentials
tell a float32 solution from a float64 one.
"""

import numpy as np

from autograder.authoring import Case


def whole(rng, *shape, top=4):
    """Whole numbers from −top to top, as float64."""
    return rng.integers(-top, top + 1, size=shape).astype(float)


def quarters(rng, *shape, top=3):
    """Multiples of 0.25 from −top to top, as float64."""
    return rng.integers(-4 * top, 4 * top + 1, size=shape) / 4


def ranked(rng, *shape, gap=1.0):
    """Multiples of the gap, all different within a row: clear first, second, … in every row."""
    *lead, length = shape
    places = np.argsort(rng.random(shape), axis=-1)
    return (places - rng.integers(0, length, size=(*lead, 1))) * float(gap)


def exchanged(case, *names):
    """The case once for each argument named, with other numbers in that one alone.

    Code that keeps a result by some of its arguments gives an old one here.

    Args:
        case: a case with an array for each name, in order.
        names: what students call the arguments.
    """
    for place, name in enumerate(names):
        args = list(case.args)
        args[place] = np.roll(args[place], 1, axis=-1)
        yield Case(f"{case.name}, another {name}", tuple(args), case.kwargs)
