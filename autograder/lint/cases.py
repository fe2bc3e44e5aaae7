"""What the hidden cases cannot show: objects, misconceptions, and causes that look the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from autograder.authoring import Misconception
from autograder.compare import numeric
from autograder.course import Call, Object
from autograder.lint.remark import Page, Remark, at_cause, label

FAR = 5.0
"""How many tolerances away a known mistake must be on some case."""


def objects_are_exercised(page: Page) -> Iterator[Remark]:
    """Every object has a case that gives it a value, and no single answer fits all cases."""
    for call in page.stage.calls:
        for item in _stepped(page, call):
            text = _unexercised(item, _right(page, call, item))
            if text:
                yield page.at_object("unexercised-object", item.name, text)


def misconceptions_are_told_apart(page: Page) -> Iterator[Remark]:
    """Every misconception differs clearly from the reference on some case, and from the others."""
    for call in page.stage.calls:
        for item in _stepped(page, call):
            known = page.reference.misconceptions[item.name]
            results = [_mistaken(page, call, item, made) for made in known]
            right, zeros = _right(page, call, item), _zeros(page, call, item)
            for made, result in zip(known, results, strict=True):
                yield from _too_near(made, _away(page, item, right, result, zeros))
            yield from _alike(page, item, known, results)


def _too_near(made: Misconception, away: float) -> Iterator[Remark]:
    if away == 0:
        text = "no case tells it from the reference; add a case that does"
        yield at_cause("dead-misconception", made, text)
    elif away < FAR:
        text = f"at most {away:.3g} tolerances from right on any case; make it {FAR:g}"
        yield at_cause("near-tolerance", made, text)


def _alike(
    page: Page, item: Object, known: Sequence[Misconception], results: Sequence[Sequence[Any]]
) -> Iterator[Remark]:
    """Causes of an object that have the same results on every case."""
    for (one, first), (two, second) in combinations(zip(known, results, strict=True), 2):
        if one.cause != two.cause and not any(_apart(page, item, first, second)):
            text = f"gives the results of {label(one)} on every case; add one that differs"
            yield at_cause("alike-causes", two, text)


def _stepped(page: Page, call: Call) -> list[Object]:
    """The objects of a call that a step makes, so that their values can be had here."""
    return [item for item in call.made if item.name in page.reference.namespace]


def _right(page: Page, call: Call, item: Object) -> list[Any]:
    reference = page.reference
    return [reference.expected(call, case).get(item.name) for case in reference.cases(call)]


def _zeros(page: Page, call: Call, item: Object) -> list[Any]:
    """Where an exact zero is due, case by case."""
    reference = page.reference
    return [reference.right_zeros(call, case, item) for case in reference.cases(call)]


def _mistaken(page: Page, call: Call, item: Object, made: Misconception) -> list[Any]:
    reference = page.reference
    inputs = (reference.named(call, case) for case in reference.cases(call))
    variant = reference.variant(made)
    return [reference.chain(call, values, variant).get(item.name) for values in inputs]


def _unexercised(item: Object, right: Sequence[Any]) -> str | None:
    if "raises" in item.check:
        refused = sum(isinstance(value, Exception) for value in right)
        if 0 < refused < len(right):
            return None
        return "cases must hold input that is refused and input that is not"
    arrays = [numeric(value) for value in right if not isinstance(value, Exception)]
    if not right or not arrays:
        return "no case gives it a value"
    entries = [array.ravel() for array in arrays if array is not None]
    if len(entries) == len(arrays) and len(np.unique(np.concatenate(entries))) < 2:
        return "every case asks for the same number throughout, so a constant would pass"
    return None


def _away(
    page: Page, item: Object, right: Sequence[Any], other: Sequence[Any], zeros: Sequence[Any]
) -> float:
    """How far apart two lists of results are, in tolerances: the farthest entry of any case."""
    return max(_apart(page, item, right, other, zeros), default=0.0)


def _apart(
    page: Page,
    item: Object,
    right: Sequence[Any],
    other: Sequence[Any],
    zeros: Sequence[Any] | None = None,
) -> Iterator[float]:
    """How far apart two results are, case by case, in tolerances."""
    compare = page.reference.comparison(item, own=True)
    for due, got, zero in zip(right, other, zeros or [None] * len(right), strict=True):
        if isinstance(due, Exception) and isinstance(got, Exception):
            is_same = type(due) is type(got) and str(due).split()[:1] == str(got).split()[:1]
            yield 0.0 if is_same else np.inf
        elif isinstance(due, Exception) or isinstance(got, Exception):
            yield np.inf
        elif (difference := compare.difference(due, got, zero)) is None:
            yield 0.0
        elif difference.kind != "value" or "values" not in item.check:
            yield np.inf
        else:
            yield _tolerances(page, due, got)


def _tolerances(page: Page, due: Any, got: Any) -> float:
    right, value = numeric(due), numeric(got)
    if right is None or value is None:
        return np.inf
    tolerance = page.course.tolerance
    with np.errstate(all="ignore"):
        ratio = np.abs(value - right) / (tolerance.atol + tolerance.rtol * np.abs(right))
    apart = np.where(value == right, 0.0, np.nan_to_num(ratio, nan=np.inf, posinf=np.inf))
    return float(apart.max())
