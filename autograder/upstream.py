"""What an object is made from on each case: the student's own upstream values, or right ones.

An upstream object that is wrong may stand as the student returned it, or as the right step makes
it again from what stands before it; an upstream function that is wrong may be the student's own or
the right one. An origin says which are the student's own. Knows how values are made from each
other; judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from autograder.authoring import Misconception
from autograder.compare import Array, Difference, kind_of, numeric
from autograder.course import Object
from autograder.finding import Finding, Run
from autograder.reference import Namespace, Reference, Unavailable
from autograder.result import Status
from autograder.values import values_by_object

Ask = Callable[[str, tuple[Any, ...]], Any]
"""Calls one of the student's own functions, which may write into its arguments.

Raises Unavailable where nothing comes back.
"""

Origin = frozenset[str]
"""Names of the upstream objects and functions that are the student's own."""

MAX_FAULTS = 4
"""Upstream faults of one object that are tried in every combination."""

MAX_GROWTH, MIN_AXIS = 4, 8
"""How many times as long as the longest due, or as so many entries, an axis may be."""

ABSENT = object()
"""Stands for a value that is not there."""


class Upstream:
    """The values of one call on all its cases, as the student has them and as they should be.

    Args:
        reference: the stage's steps and cases.
        run: what came of the call.
        findings: on the call's objects so far; grows while they are judged.
        earlier: findings on the objects of earlier calls.
        ask: calls one of the student's own functions.
    """

    def __init__(
        self,
        reference: Reference,
        run: Run,
        findings: Mapping[str, Finding],
        earlier: Mapping[str, Finding],
        ask: Ask,
    ) -> None:
        self._reference = reference
        self._call = run.call
        self._cases = run.cases
        self._findings = findings
        self._earlier = earlier
        self._ask = ask
        self._made: dict[tuple[Origin, int], dict[str, Any]] = {}
        self._answers: dict[str, list[tuple[tuple[Any, ...], Any]]] = {}
        self._closures: dict[str, tuple[list[str], list[str]]] = {}
        self._differences: dict[tuple[str, int], Difference | None] = {}
        self._inputs = [reference.named(run.call, case) for case in run.cases]
        self._expected = [reference.expected(run.call, case) for case in run.cases]
        call = run.call
        self.got = [
            values_by_object(call.returns, call.made, outcome, call.order)
            for outcome in run.outcomes
        ]

    def value(self, name: str, k: int) -> Any:
        """What the student's call gave for an object on case `k`, or ABSENT."""
        return (self.got[k] or {}).get(name, ABSENT)

    def expected(self, name: str, k: int) -> Any:
        """The right value of an object on case `k`."""
        return self._expected[k][name]

    def array(self, name: str, k: int) -> Any:
        """The student's value as the reference would hold it, or None where it is no array."""
        array = numeric(self.value(name, k))
        due = self._expected[k].get(name)
        if array is None or not _is_usable(array, due):
            return None
        item = next(item for item in self._call.made if item.name == name)
        if "broadcast" in item.check and isinstance(due, np.ndarray):
            try:
                return np.broadcast_to(array, due.shape)
            except ValueError:
                return array
        return array

    def difference(self, item: Object, k: int) -> Difference | None:
        """How the student's value differs from the right one on case `k`."""
        key = (item.name, k)
        if key not in self._differences:
            due = self._expected[k][item.name]
            self._differences[key] = self.against(item, due, k, self._right_zeros(item, k))
        return self._differences[key]

    def is_made_from_right(self, item: Object, k: int) -> bool:
        """Whether all objects that an object comes from are right on case `k`."""
        before = (other for other in self._call.made if other.name in self._closure(item)[0])
        return all(self.difference(other, k) is None for other in before)

    def is_right(self, item: Object, places: Sequence[int]) -> bool:
        """Whether the student's values are the right ones on these cases: all told at once."""
        pairs = [
            (self.expected(item.name, k), self.value(item.name, k), self._right_zeros(item, k))
            for k in places
        ]
        has_all = all(value is not ABSENT for _, value, _ in pairs)
        return has_all and self._reference.comparison(item).agree(pairs)

    def against(self, item: Object, due: Any, k: int, zeros: Any) -> Difference | None:
        """How the student's value differs from `due`."""
        value = self.value(item.name, k)
        if value is ABSENT:
            return Difference("type", None, "a value", "nothing")
        if isinstance(due, Exception) and "raises" not in item.check:
            return Difference("type", None, "an exception", kind_of(value))
        return self._reference.comparison(item).difference(due, value, zeros)

    def agrees(self, item: Object, due: Any, k: int, zeros: Any, *, is_right: bool) -> bool:
        """Whether the student's value is `due`, made from the student's own values.

        Where the right step makes NaN of these it is undefined, and nothing is wrong.
        """
        value = self.value(item.name, k)
        if value is ABSENT or (isinstance(due, Exception) and "raises" not in item.check):
            return False
        if is_right:
            due = _filled_in(due, numeric(value))
        return self._reference.comparison(item, own=True).agree([(due, value, zeros)])

    def origins(self, item: Object) -> Iterator[Origin]:
        """Every choice of upstream faults taken as the student made them; none of them first."""
        objects, functions = self._closure(item)
        faulty = [
            name
            for name in objects
            if self._findings[name].status in (Status.INCORRECT, Status.NOT_JUDGED)
        ]
        faulty += [name for name in functions if self._is_faulty(name)]
        faulty = faulty[-MAX_FAULTS:]
        for size in range(len(faulty) + 1):
            yield from map(frozenset, combinations(faulty, size))

    def all_own(self, item: Object) -> Origin:
        """The origin in which every faulty upstream function is the student's own."""
        return frozenset(name for name in self._closure(item)[1] if self._is_faulty(name))

    def due(
        self, item: Object, origin: Origin, k: int, made: tuple[Misconception, ...] = ()
    ) -> tuple[Any, Any]:
        """What a step makes of an origin's values on case `k`, and where it must be exactly 0.

        Args:
            item: the object.
            origin: which upstream values are the student's own.
            k: the case.
            made: misconceptions of whoever makes it; none for the right step.

        Returns:
            The value (an exception where the step raises, ABSENT where an upstream function gave
            nothing) and the exact zeroes; None for these in a mistaken step.
        """
        objects, functions = self._closure(item)
        if made and not objects and origin.isdisjoint(functions):
            return self._reference.mistaken(item, self._cases[k], made), None
        namespace = self._reference.variant(*made) if made else None
        try:
            values = self._values(item, origin, k, namespace)
            if namespace is None:
                due = self._made_by_step(item.name, values, origin, k)
            else:
                due = self._reference.step(item.name, values, namespace)
        except Unavailable:
            return ABSENT, None
        return due, None if made else self._zeros(item, values, due)

    def is_responsive(self, function: str) -> bool:
        """Whether a student's function gives other values for other arguments of the same shapes.

        Where no two questions had the same shapes, or all entries are alike, nothing speaks
        against it.
        """
        answers: dict[Any, dict[Any, Any]] = {}
        for args, array in self._answers.get(function, ()):
            asked = answers.setdefault(tuple(map(np.shape, args)), {})
            asked[tuple(np.asarray(value).tobytes() for value in args)] = array
        groups = [[*asked.values()] for asked in answers.values() if len(asked) > 1]
        alike = [group for group in groups if len(np.unique(group[0])) > 1]
        return not alike or any(
            not np.array_equal(group[0], other, equal_nan=True)
            for group in alike
            for other in group
        )

    def _right_zeros(self, item: Object, k: int) -> Any:
        return self._reference.right_zeros(self._call, self._cases[k], item)

    def _zeros(self, item: Object, values: Mapping[str, Any], due: Any) -> Any:
        """Where a zero is due exactly: where it is forbidden, and the right step gives it."""
        try:
            zeros = self._reference.zeros(item.name, values)
            return None if zeros is None else zeros & (due == 0)
        except (TypeError, ValueError, IndexError):
            return None  # a student's upstream value of no usable shape

    def _made_by_step(self, name: str, values: Mapping[str, Any], origin: Origin, k: int) -> Any:
        """What the right step makes of values; of such as may broadcast as they are, if need be.

        Beside a value of a wrong shape these may not fit in the shape that they stand for.
        """
        due = self._reference.step(name, values)
        if not isinstance(due, Exception):
            return due
        as_they_are = {
            other.name: numeric(self.value(other.name, k))
            for other in self._call.made
            if "broadcast" in other.check
            and other.name in values
            and self._is_own(other.name, origin)
            and self.array(other.name, k) is not None
        }
        return self._reference.step(name, {**values, **as_they_are}) if as_they_are else due

    def _is_own(self, name: str, origin: Origin) -> bool:
        return name in origin or self._findings[name].status is Status.CORRECT

    def _closure(self, item: Object) -> tuple[list[str], list[str]]:
        """All objects of this call and all earlier functions that an object comes from."""
        if item.name not in self._closures:
            self._closures[item.name] = self._closed(item)
        return self._closures[item.name]

    def _closed(self, item: Object) -> tuple[list[str], list[str]]:
        objects, functions = self._reference.needs(item)
        found, asked = set(objects), list(functions)
        for other in reversed(self._call.made):
            if other.name in found:
                more, also = self._reference.needs(other)
                found.update(more)
                asked.extend(name for name in also if name not in asked)
        return [other.name for other in self._call.made if other.name in found], asked

    def _is_faulty(self, function: str) -> bool:
        made = self._reference.call(function).made
        return any(self._earlier[item.name].status is not Status.CORRECT for item in made)

    def _values(
        self, item: Object, origin: Origin, k: int, namespace: Namespace | None
    ) -> dict[str, Any]:
        """Inputs, objects and functions that the step of `item` takes, on case `k`.

        In a variant, functions that are not the student's own are the variant's: whoever writes
        an earlier step once more, inside this one, may get it wrong here.
        """
        values = self._made.setdefault((origin, k), dict(self._inputs[k]))
        objects, functions = self._closure(item)
        made_by = self._reference.function
        writes = not origin.isdisjoint(functions)  # a student's function, into what it is given
        kept = _copied if writes else dict[str, Any]
        for name in functions:
            values[name] = self._own(name) if name in origin else made_by(name)
        for name in objects:
            if name not in values:
                array: Any = self.array(name, k) if self._is_own(name, origin) else None
                if array is None:
                    array = self._made_by_step(name, kept(values), origin, k)
                values[name] = array
        values = kept(values)
        if namespace is None:
            return values
        mistaken = {name: made_by(name, namespace) for name in functions if name not in origin}
        return {**values, **mistaken}

    def _own(self, function: str) -> Callable[..., Any]:
        def ask(*args: Any) -> Any:
            asked = tuple(map(_copy, args))
            array = numeric(self._ask(function, args))
            if array is None or not _is_usable(array, self._reference.function(function)(*asked)):
                raise Unavailable(function)
            self._answers.setdefault(function, []).append((asked, array))
            return array

        return ask

    def answers(self, function: str) -> list[tuple[Any, Any]]:
        """What one of the student's functions gave when a step asked it, beside the right value."""
        right = self._reference.function(function)
        return [(right(*args), array) for args, array in self._answers.get(function, ())]

    def functions(self, item: Object) -> list[str]:
        """The earlier functions of the student's that an object is naturally made with."""
        return self._closure(item)[1]


def _copied(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _copy(value) for name, value in values.items()}


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _filled_in(due: Any, own: Array | None) -> Any:
    """An array with a student's entries where its own are NaN."""
    if not isinstance(due, np.ndarray) or own is None or due.shape != own.shape:
        return due
    return np.where(np.isnan(due), own, due) if due.dtype.kind == "f" else due


def _is_usable(array: Array, due: Any) -> bool:
    """Whether a step may be run on a student's value: not where its shape is out of all measure."""
    shape = np.shape(due)
    longest = max((*shape, MIN_AXIS))
    if array.ndim <= len(shape) + 1:
        longest *= MAX_GROWTH
    return array.ndim <= 2 * len(shape) and max(array.shape, default=0) <= longest
