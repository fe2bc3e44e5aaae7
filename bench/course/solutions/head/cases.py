"""Stage head: three cases a function."""

from autograder.authoring import Case

SIZES = ((3, 2), (4, 5), (6, 3))


def case(rng, T, *widths):
    arrays = tuple(rng.integers(-8, 9, (T, width)) / 4 for width in widths)
    return Case(f"T={T}, widths {widths}", arrays)


def pair(rng):
    yield from (case(rng, T, d, d) for T, d in SIZES)


def soften(rng):
    yield from (case(rng, T, T) for T, _ in SIZES)


def weigh(rng):
    yield from (case(rng, T, T, d) for T, d in SIZES)


def head(rng):
    yield from (case(rng, T, d, d, d) for T, d in SIZES)
