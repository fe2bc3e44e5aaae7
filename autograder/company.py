"""The verdict on the object that stands for `the same whatever the company`.

A call's other objects are judged on its main cases. What is newly wrong on other sizes, in other
company, or on a second identical call belongs here, unless an object that is wrong already is
where the results begin to depend on the company.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from autograder.authoring import Case, Misconception, Relation
from autograder.compare import Difference, Pair, numeric
from autograder.course import Object
from autograder.finding import Finding, Reason, Run
from autograder.outcome import Died, Outcome, Raised
from autograder.reference import Reference
from autograder.result import Status
from autograder.upstream import ABSENT, Upstream
from autograder.values import values_by_object
from autograder.words import say

GOOD = frozenset({Status.CORRECT, Status.FOLLOWS})
_NO_SUCH_ITEMS = (KeyError, IndexError, ValueError, TypeError)
"""The base value has no such items as a relation asks for: judged where it was made."""


@dataclass(frozen=True)
class _Change:
    """A call on which the results are not what the others promise.

    Attributes:
        name: of the case or relation.
        part: the first object that changes; None where the call failed.
        difference: what shows it.
        outcome: the failure.
    """

    name: str
    part: str | None
    difference: Difference | None = None
    outcome: Outcome | None = None


def judge_company(
    reference: Reference,
    run: Run,
    item: Object,
    findings: Mapping[str, Finding],
    upstream: Upstream,
) -> Finding:
    """The finding on `item`.

    Args:
        reference: the stage's steps, cases and misconceptions.
        run: what came of the call.
        item: the object that faults outside the main cases are blamed on.
        findings: of the call's other objects.
        upstream: the values of the call on all its cases.
    """
    return _Company(reference, run, item, findings, upstream).judge()


class _Company:
    def __init__(
        self,
        reference: Reference,
        run: Run,
        item: Object,
        findings: Mapping[str, Finding],
        upstream: Upstream,
    ) -> None:
        self._reference = reference
        self._run = run
        self._item = item
        self._findings = findings
        self._upstream = upstream
        self._got = [self._values(outcome) for outcome in run.outcomes]
        self._related = [self._values(outcome) for outcome in run.related]
        self._again = {k: self._values(outcome) for k, outcome in run.repeated.items()}

    def judge(self) -> Finding:
        """Incorrect by a new fault, following from an old one, correct, or not to be told."""
        statuses = {finding.status for finding in self._findings.values()}
        if statuses == {Status.MISSING}:
            return Finding(self._item, Status.MISSING, "not_filled")
        if not statuses & GOOD:
            wrong = [n for n, f in self._findings.items() if f.status is Status.INCORRECT]
            stopped = any(f.reason == "unreached" for f in self._findings.values())
            reason: Reason = "cannot_tell" if wrong and not stopped else "unreached"
            return Finding(self._item, Status.NOT_JUDGED, reason, upstream=tuple(wrong))
        changes = [] if self._is_as_promised() else list(self._changes())
        mixed = [change for change in changes if self._status(change) is Status.INCORRECT]
        faults = [change for change in changes if self._status(change) in GOOD]
        failures = [change for change in changes if change.part is None]
        if failures and not mixed and not self._main_failed():
            faults.append(failures[0])
        if faults:
            return self._fault(min(faults, key=changes.index))
        if mixed:
            part = str(mixed[0].part)
            return Finding(self._item, Status.FOLLOWS, "follows", upstream=(part,), part=part)
        return Finding(self._item, Status.CORRECT, "right")

    def _values(self, outcome: Outcome | None) -> dict[str, Any] | None:
        call = self._run.call
        return values_by_object(call.returns, call.made, outcome, call.order)

    def _status(self, change: _Change) -> Status | None:
        return None if change.part is None else self._findings[change.part].status

    def _main_failed(self) -> bool:
        """Whether the call fails on main cases too: failing elsewhere is no news then."""
        return any(
            got is None and outcome is not None and case.group == "main"
            for got, outcome, case in zip(
                self._got, self._run.outcomes, self._run.cases, strict=True
            )
        )

    def _fault(self, change: _Change) -> Finding:
        known = self._recognise()
        if isinstance(change.outcome, Died):
            cause: str | None = change.outcome.cause
        elif isinstance(change.outcome, Raised):
            cause = "exception"
        elif known is not None:
            cause = known.cause
        elif self._run.unstable:
            cause = "not_repeatable" if self._run.random else "keeps_state"
        else:
            cause = None
        return Finding(
            self._item,
            Status.INCORRECT,
            "company",
            cause=cause,
            known=(known,) if known else (),
            case=change.name,
            difference=change.difference,
            outcome=change.outcome,
            part=change.part,
        )

    def _is_as_promised(self) -> bool:
        """Whether there is no change at all, as in most submissions: told at once."""
        seen = zip(
            [*self._got, *self._related, *self._again.values()],
            [*self._run.outcomes, *self._run.related, *self._run.repeated.values()],
            strict=True,
        )
        if any(got is None and outcome is not None for got, outcome in seen):
            return False
        try:
            return all(
                self._reference.comparison(part, own=True).agree([*self._promises(part)])
                for part in self._run.call.made
            )
        except _NO_SUCH_ITEMS:
            return False

    def _promises(self, part: Object) -> Iterator[Pair]:
        """What is promised of an object on calls outside the main cases, and what they gave."""
        call, name = self._run.call, part.name
        for k, again in self._again.items():
            if (first := self._got[k]) is not None:
                yield first[name], (again or {}).get(name), None
        for case, got in zip(self._run.cases, self._got, strict=True):
            if case.group != "main" and got is not None and self._findings[name].status in GOOD:
                due = self._reference.expected(call, case)[name]
                yield due, got.get(name), self._reference.right_zeros(call, case, part)
        for relation, base, got in self._from_others():
            if got is not None:
                yield self._due(relation, base, part), got.get(name), None

    def _changes(self) -> Iterator[_Change]:
        yield from self._second_calls()
        yield from self._other_sizes()
        yield from self._other_company()

    def _second_calls(self) -> Iterator[_Change]:
        for k, again in self._again.items():
            first = self._got[k]
            name = f"{self._run.cases[k].name}, {say('called_again')}"
            if first is None:
                continue
            if again is None:
                yield _Change(name, None, outcome=self._run.repeated[k])
                continue
            change = self._first_change(name, again, partial(_value, first))
            if change is not None:
                yield change

    def _other_sizes(self) -> Iterator[_Change]:
        for k, case in enumerate(self._run.cases):
            if case.group == "main" or self._run.outcomes[k] is None:
                continue
            got = self._got[k]
            if got is None:
                yield _Change(case.name, None, outcome=self._run.outcomes[k])
            else:
                yield from self._new_faults(k, got)

    def _new_faults(self, k: int, got: dict[str, Any]) -> Iterator[_Change]:
        """Objects right on the main cases that the right step does not explain here."""
        case = self._run.cases[k]
        expected = self._reference.expected(self._run.call, case)
        for part in self._run.call.made:
            if self._findings[part.name].status not in GOOD:
                continue
            compare = self._reference.comparison(part, own=True)
            zeros = self._reference.right_zeros(self._run.call, case, part)
            found = compare.difference(expected[part.name], got.get(part.name), zeros)
            if found is not None and not self._is_explained(part, k):
                yield _Change(case.name, part.name, found)
                return

    def _is_explained(self, part: Object, k: int) -> bool:
        """Whether the right step makes a value here from the student's own upstream values."""
        for origin in self._upstream.origins(part):
            due, _ = self._upstream.due(part, origin, k)
            if due is not ABSENT and self._upstream.agrees(part, due, k, None, is_right=True):
                return True
        return False

    def _full(self, part: Object, array: Any, due: Any) -> Any:
        """A value that may broadcast, in the shape it stands for."""
        if "broadcast" in part.check and array.shape != np.shape(due):
            try:
                return np.broadcast_to(array, np.shape(due))
            except ValueError:
                return array
        return array

    def _other_company(self) -> Iterator[_Change]:
        outcomes = dict(zip(self._run.relations, self._run.related, strict=True))
        for relation, base, got in self._from_others():
            if got is None:
                yield _Change(relation.name, None, outcome=outcomes[relation])
                continue
            change = self._first_change(relation.name, got, partial(self._due, relation, base))
            if change is not None:
                yield change

    def _from_others(self) -> Iterator[tuple[Relation, dict[str, Any], dict[str, Any] | None]]:
        """Relations that were called, with the values on the base and on the relation itself."""
        base = dict(zip(self._run.cases, self._got, strict=True))
        for relation, got, outcome in zip(
            self._run.relations, self._related, self._run.related, strict=True
        ):
            values = base[relation.base]
            if values is not None and outcome is not None:
                yield relation, values, got

    def _due(self, relation: Relation, base: dict[str, Any], part: Object) -> Any:
        """What the values on the base promise for an object of a relation; None for nothing."""
        array = numeric(base[part.name])
        if array is None:
            return None
        expected = self._reference.expected(self._run.call, relation.base)
        return relation.expect(part.name, self._full(part, array, expected[part.name]))

    def _first_change(
        self, name: str, got: dict[str, Any], due: Callable[[Object], Any]
    ) -> _Change | None:
        for part in self._run.call.made:
            try:
                wanted = numeric(due(part))
            except _NO_SUCH_ITEMS:
                continue
            if wanted is None:
                continue
            compare = self._reference.comparison(part, own=True)
            found = compare.difference(wanted, got.get(part.name))
            if found is not None:
                return _Change(name, part.name, found)
        return None

    def _recognise(self) -> Misconception | None:
        """The misconception of the whole call that fails and answers just as the student's does."""
        for made in self._reference.misconceptions[self._item.name]:
            if self._reproduces(made):
                return made
        return None

    def _reproduces(self, made: Misconception) -> bool:
        run = self._run
        calls: list[Case | Relation] = [*run.cases, *run.relations]
        outcomes = [*run.outcomes, *run.related]
        for case, outcome, got in zip(calls, outcomes, [*self._got, *self._related], strict=True):
            if outcome is None:
                continue
            inputs = self._reference.named(run.call, case)
            try:
                with np.errstate(all="ignore"):
                    due = made.code(**inputs)
            except Exception:  # noqa: BLE001 - a mistaken step may fail in any way
                if not isinstance(outcome, Raised):
                    return False
                continue
            if got is None or not self._is_same(due, got):
                return False
        return True

    def _is_same(self, due: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
        for part in self._run.call.made:
            compare = self._reference.comparison(part, own=True)
            if compare.difference(due[part.name], got.get(part.name)) is not None:
                return False
        return True


def _value(values: Mapping[str, Any], part: Object) -> Any:
    return values[part.name]
