"""The right verdict on every object of a file whose making is known, step by step.

An object is incorrect where it differs from the reference and from what the right step makes of
the file's own upstream values; it follows where only the first holds. Judged here from the inside,
with the values each step was really given, where the diagnosis has the results alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.compare import Difference, Pair, numeric
from autograder.course import Call, Object
from autograder.finding import Run
from autograder.outcome import Returned
from autograder.reference import Reference
from autograder.result import Status
from autograder.selftest.trial import Due
from autograder.selftest.writing import Made
from autograder.values import values_by_object

Causes = Mapping[str, str]
"""The cause planted at an object."""

ONLY = {status: frozenset({status}) for status in Status}
OPEN = frozenset({Status.FOLLOWS, Status.NOT_JUDGED})
SOUND = (Status.CORRECT, Status.FOLLOWS)


@dataclass(frozen=True)
class Written:
    """One call's run and how each of its cases was made."""

    run: Run
    made: tuple[Made | None, ...]

    @property
    def values(self) -> list[dict[str, Any] | None]:
        """What each case gave for each object, as the diagnosis reads it."""
        call = self.run.call
        return [
            values_by_object(call.returns, call.made, outcome, call.order)
            for outcome in self.run.outcomes
        ]


def verdicts_due(
    reference: Reference, written: Mapping[str, Written], causes: Causes
) -> dict[str, Due]:
    """The right verdict on every object of the stage, in dependency order.

    Args:
        reference: the stage's steps and cases.
        written: every call's run, by function.
        causes: what was planted, by object.
    """
    due: dict[str, Due] = {}
    for call in reference.stage.calls:
        due.update(_CallTruth(reference, written[call.function], causes).due())
    return due


class _CallTruth:
    def __init__(self, reference: Reference, written: Written, causes: Causes) -> None:
        self._reference = reference
        self._run = written.run
        self._made = written.made
        self._causes = causes
        self._call: Call = written.run.call
        self._got = written.values
        self._expected = [reference.expected(self._call, case) for case in self._run.cases]
        groups = [case.group for case in self._run.cases]
        self._main = [k for k, group in enumerate(groups) if group == "main"]
        self._judged = [k for k in self._main if self._got[k] is not None]
        if len(self._judged) < len(self._main):
            squares = [k for k, group in enumerate(groups) if group == "square"]
            self._judged += [k for k in squares if self._got[k] is not None]

    def due(self) -> dict[str, Due]:
        """The verdicts on the call's objects."""
        due = {item.name: self._of_object(item) for item in self._call.made}
        due.update(self._of_failure(due))
        if self._call.otherwise is not None:
            due[self._call.otherwise] = self._of_company(
                {name: verdict.status for name, verdict in due.items()}
            )
        return due

    def _values(self, outcome: Any) -> dict[str, Any] | None:
        call = self._call
        return values_by_object(call.returns, call.made, outcome, call.order)

    # One object

    def _of_object(self, item: Object) -> Due:
        if not self._judged:
            return Due(ONLY[Status.NOT_JUDGED])
        pairs = [self._pair(item, k) for k in self._judged]
        if self._reference.comparison(item).agree(pairs):
            return Due(ONLY[Status.CORRECT])
        if any(self._is_own_fault(item, k) for k in self._judged):
            return Due(ONLY[Status.INCORRECT], self._causes.get(item.name))
        return Due(OPEN if self._tells_little(item) else ONLY[Status.FOLLOWS])

    def _is_wrong(self, item: Object, k: int) -> bool:
        return self._reference.comparison(item).difference(*self._pair(item, k)) is not None

    def _pair(self, item: Object, k: int) -> Pair:
        """What is due on a case, what was got, and where it must be exactly 0."""
        zeros = self._reference.right_zeros(self._call, self._run.cases[k], item)
        return self._expected[k][item.name], (self._got[k] or {}).get(item.name), zeros

    def _is_own_fault(self, item: Object, k: int) -> bool:
        made = self._made[k]
        if made is None:
            return True
        due = made.due.get(item.name)
        if isinstance(due, Exception) and "raises" not in item.check:
            return True
        return self._differs(item, due, k, made.feed)

    def _differs(self, item: Object, due: Any, k: int, feed: Mapping[str, Any]) -> bool:
        """Whether it is not what the right step makes of the file's own upstream values."""
        compare = self._reference.comparison(item, own=True)
        try:
            zeros = self._reference.zeros(item.name, feed)
            if zeros is not None:
                zeros = zeros & (due == 0)  # a right step gives no zero where upstream gave NaN
        except (KeyError, TypeError, ValueError, IndexError):
            zeros = None  # made from values of no usable shape
        got = (self._got[k] or {}).get(item.name)
        found: Difference | None
        try:
            found = compare.difference(due, got, zeros)
        except ValueError:
            found = compare.difference(due, got)
        return found is not None

    def _tells_little(self, item: Object) -> bool:
        """Whether the upstream values could not tell the right step from a mistaken one."""
        upstream, _ = self._reference.needs(item)
        for name in (*upstream, item.name):
            values = [(self._got[k] or {}).get(name) for k in self._judged]
            wanted = [self._expected[k].get(name) for k in self._judged]
            if any(map(_varies, wanted)) and not any(map(_varies, values)):
                return True
        known = self._reference.misconceptions[item.name]
        return bool(known) and not any(self._is_told(item, self._made[k]) for k in self._judged)

    def _is_told(self, item: Object, made: Made | None) -> bool:
        if made is None:
            return False
        compare = self._reference.comparison(item, own=True)
        for known in self._reference.misconceptions[item.name]:
            variant = self._reference.variant(known)
            other = self._reference.step(item.name, made.feed, variant)
            found = None
            if isinstance(other, np.ndarray):
                found = compare.difference(made.due[item.name], other)
            if found is not None and found.kind in ("value", "shape"):
                return True
        return False

    # Calls that fail

    def _of_failure(self, due: Mapping[str, Due]) -> dict[str, Due]:
        """A call that fails on some case, and whose other results are right: its first object's."""
        failed = [k for k in self._main if self._got[k] is None and not self._is_carried(k)]
        if not failed or any(verdict.status is Status.INCORRECT for verdict in due.values()):
            return {}
        first, *rest = self._call.made
        return {
            first.name: Due(ONLY[Status.INCORRECT], "exception"),
            **{item.name: Due(ONLY[Status.NOT_JUDGED]) for item in rest},
        }

    def _is_carried(self, k: int) -> bool:
        made = self._made[k]
        return made is not None and made.is_carried

    # Other sizes and other company

    def _of_company(self, statuses: Mapping[str, Status]) -> Due:
        if not any(status in SOUND for status in statuses.values()):
            return Due(ONLY[Status.NOT_JUDGED])
        parts = {
            *(self._other_size(k, statuses) for k in range(len(self._got))),
            *(self._other_company(place) for place in range(len(self._run.relations))),
        } - {""}
        mixed = any(statuses.get(part) is Status.INCORRECT for part in parts)
        if any(statuses.get(part) in SOUND for part in parts):
            cause = self._causes.get(str(self._call.otherwise))
            # where it fails as well, the exception is as good a name as the mistake's own
            return Due(ONLY[Status.INCORRECT], None if "call" in parts else cause)
        if "call" in parts and not mixed:
            return Due(ONLY[Status.INCORRECT], "exception")
        return Due(ONLY[Status.FOLLOWS if mixed else Status.CORRECT])

    def _other_size(self, k: int, statuses: Mapping[str, Status]) -> str:
        """The part newly wrong on a case of another size, `call` where it fails, or nothing."""
        if self._run.cases[k].group == "main":
            return ""
        if self._got[k] is None:
            return self._failing()
        for item in self._call.made:
            is_new = statuses[item.name] in SOUND and self._is_wrong(item, k)
            if is_new and self._is_own_fault(item, k):
                return item.name
        return ""

    def _failing(self) -> str:
        """`call`; nothing where it fails on main cases too, so that this is no news."""
        return "call" if all(self._got[m] is not None for m in self._main) else ""

    def _other_company(self, place: int) -> str:
        """The first part that changes with the company."""
        relation = self._run.relations[place]
        k = self._run.cases.index(relation.base)
        base = self._got[k]
        if base is None:
            return ""
        if not isinstance(self._run.related[place], Returned):
            return self._failing()
        got = self._values(self._run.related[place]) or {}
        for item in self._call.made:
            if self._changes(item, relation.expect, base[item.name], k, got.get(item.name)):
                return item.name
        return ""

    def _changes(self, item: Object, expect: Any, value: Any, k: int, got: Any) -> bool:
        array = numeric(value)
        if array is None:
            return False
        if "broadcast" in item.check:
            try:
                array = np.broadcast_to(array, np.shape(self._expected[k][item.name]))
            except ValueError:
                return False
        try:
            wanted = expect(item.name, array)
        except (IndexError, ValueError, TypeError):
            return False
        compare = self._reference.comparison(item, own=True)
        return compare.difference(wanted, got) is not None


def _varies(value: Any) -> bool:
    array = numeric(value)
    if array is None:
        return False
    finite = array[np.isfinite(array)]
    return finite.size > 0 and bool(np.ptp(finite) > 1e-9 * np.abs(finite).max())
