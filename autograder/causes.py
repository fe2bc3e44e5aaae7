"""Whether a step explains a student's values: the right one, or a known misconception of it.

A step explains an object where it makes the student's value on every case, from one origin of the
upstream values. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from autograder.authoring import Misconception
from autograder.compare import Array, Comparison, numeric
from autograder.course import Object
from autograder.reference import Reference
from autograder.upstream import ABSENT, Origin, Upstream

MIN_SHOWN = 2
"""Wrong cases that a mistake must explain where it has no value on others."""

TELLING = 10
"""Absolute tolerances that entries must differ by: smaller ones agree with anything as small."""

MAX_TRIES = 20_000
"""Pairs, each from every origin, that are tried for one object: a wholly wrong one has no cause."""

Pair = tuple[Misconception, Misconception]


def explains(
    upstream: Upstream,
    item: Object,
    origin: Origin,
    places: Sequence[int],
    *made: Misconception,
    partly: bool = False,
) -> bool:
    """Whether the step of `item`, with these misconceptions, makes the student's values.

    Args:
        upstream: the call's values.
        item: the object.
        origin: which upstream values are the student's own.
        places: the cases it must hold on.
        made: none for the right step.
        partly: whether the step need have no value on some cases where the student's is wrong:
            another way to write it may have one (einsum broadcasts where @ refuses).
    """
    shown = 0
    may_lack = partly and "raises" not in item.check  # there an exception is a value
    for k in places:
        is_wrong = upstream.difference(item, k) is not None
        due, zeros = upstream.due(item, origin, k, made)
        if may_lack and is_wrong and isinstance(due, Exception):
            continue
        if due is ABSENT or not upstream.agrees(item, due, k, zeros, is_right=not made):
            return False
        shown += is_wrong
    return shown >= (MIN_SHOWN if partly else 1)


def recognise(
    reference: Reference,
    upstream: Upstream,
    item: Object,
    origins: Sequence[Origin],
    places: Sequence[int],
) -> tuple[Misconception, ...]:
    """The known misconceptions that make the student's value on every case; none if none do.

    One misconception goes before two. Where several pairs would do, only what they have in common
    is sure. Where all entries of an object are alike, many mistakes in a row would explain that:
    then only single ones, made from right upstream values, are believed.
    """
    telling_first = sorted(places, key=lambda k: upstream.difference(item, k) is None)
    values = [upstream.value(item.name, k) for k in places]
    is_telling = _are_telling(values, _least(reference))
    tried = list(reversed(origins if is_telling else origins[:1]))
    left = MAX_TRIES

    def explained(*made: Misconception, partly: bool = False) -> bool:
        return any(
            explains(upstream, item, origin, telling_first, *made, partly=partly)
            for origin in tried
        )

    catalogues = _catalogues(reference, upstream, item)
    for partly in (False, True):
        for made in (made for catalogue in catalogues for made in catalogue):
            if explained(made, partly=partly):
                return (made,)
    tried = tried[:1] + tried[1:][-1:]  # for pairs: all the student's own, or all right
    for pairs in _pairs(catalogues) if is_telling else ():
        left -= len(pairs) * len(tried)
        if left < 0:
            break
        found = [pair for pair in pairs if explained(*pair)]
        if found:
            return _common(found)
    return ()


def _catalogues(
    reference: Reference, upstream: Upstream, item: Object
) -> list[tuple[Misconception, ...]]:
    """Misconceptions of an object's own step, then those of each step it may write once more."""
    functions = (reference.call(name) for name in upstream.functions(item))
    again = [made.name for call in functions for made in call.made]
    return [reference.misconceptions[name] for name in (item.name, *again)]


def _pairs(catalogues: Sequence[tuple[Misconception, ...]]) -> Iterator[list[Pair]]:
    """Pairs that can stand together: within each catalogue first, then across catalogues."""
    for catalogue in catalogues:
        yield [pair for pair in combinations(catalogue, 2) if _fit(*pair)]
    for first, second in combinations(catalogues, 2):
        yield [pair for pair in product(first, second) if _fit(*pair)]


def _fit(one: Misconception, two: Misconception) -> bool:
    return one.replaces != two.replaces and one.cause != two.cause


def _common(pairs: Sequence[Pair]) -> tuple[Misconception, ...]:
    """What all pairs have in common, by cause: a pair, one of its parts, or nothing."""
    causes = set.intersection(*({one.cause, two.cause} for one, two in pairs))
    return tuple(made for made in pairs[0] if made.cause in causes)


def is_believable(
    reference: Reference,
    upstream: Upstream,
    item: Object,
    origin: Origin,
    places: Sequence[int],
) -> bool:
    """Whether the student's upstream values could tell the right step from a mistaken one.

    Zeroes, equal values, NaN and infinities alone cannot: nobody earns marks by handing in zeroes.
    """
    right = [upstream.due(item, origin, k)[0] for k in places]
    if not _vary(right, _least(reference)):
        return False
    if not all(_is_informative(reference, upstream, name, places) for name in origin):
        return False
    if _is_handed_on(reference, upstream, item, right, places):
        return False
    known = reference.misconceptions[item.name]
    if not known:
        return True
    compare = reference.comparison(item, own=True)
    for made in known:
        for k, due in zip(places, right, strict=True):
            other = upstream.due(item, origin, k, (made,))[0]
            found = None if numeric(other) is None else compare.difference(due, other)
            if found is not None and found.kind in ("value", "shape"):
                return True
    return False


def _is_informative(
    reference: Reference, upstream: Upstream, name: str, places: Sequence[int]
) -> bool:
    """Not where the finite entries are all alike though they should not be."""
    if all(upstream.value(name, k) is ABSENT for k in places):  # a function of the student's
        pairs = upstream.answers(name)
        if not upstream.is_responsive(name):
            return False
    else:
        pairs = [(upstream.expected(name, k), upstream.array(name, k)) for k in places]
    own = [value for _, value in pairs]
    least = _least(reference)
    if _vary((due for due, _ in pairs), least):
        return _vary(own, least)
    return any(value is not None and bool(np.isfinite(value).any()) for value in own)


def _is_handed_on(
    reference: Reference,
    upstream: Upstream,
    item: Object,
    right: Sequence[Any],
    places: Sequence[int],
) -> bool:
    """Whether the step gives back an object it is made from just as it stands: no work at all."""
    compare = Comparison(rtol=1e-6, atol=1e-9, nan_agrees=True)
    return any(
        all(
            compare.difference(due, upstream.value(name, k)) is None
            for k, due in zip(places, right, strict=True)
        )
        for name in reference.needs(item)[0]
    )


def _least(reference: Reference) -> float:
    """By how much entries must differ to tell one step from another."""
    return TELLING * reference.course.tolerance.atol


def _vary(values: Iterable[Any], least: float) -> bool:
    """Whether the finite entries of some array differ, or single numbers from case to case."""
    arrays = [array for array in map(numeric, values) if array is not None]
    singles = np.array([array.item() for array in arrays if array.size == 1])
    some = (array for array in arrays if array.size > 1)
    return any(_differ(array, least) for array in some) or _differ(singles, least)


def _differ(array: Array, least: float) -> bool:
    finite = array[np.isfinite(array)]
    if finite.size == 0:
        return False
    return bool(np.ptp(finite) > max(least, 1e-9 * np.abs(finite).max()))


def _are_telling(values: Sequence[Any], least: float) -> bool:
    """Whether values have entries that are not all about the same, infinities included."""
    arrays = [numeric(value) for value in values]
    if any(array is None for array in arrays):
        return True
    singles = np.array([array.item() for array in arrays if array is not None and array.size == 1])
    return any(_has_two(array, least) for array in (*arrays, singles) if array is not None)


def _has_two(array: Array, least: float) -> bool:
    is_finite = np.isfinite(array)
    others = len(np.unique(array[~is_finite])) + bool(is_finite.any())
    return others > 1 or _differ(array, least)
