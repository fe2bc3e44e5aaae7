"""From outcomes to a verdict an object: right, wrong here, carried forward, or not to be told.

An object that differs from the reference is put to the right step again, on the student's own
upstream values; what agrees then was made elsewhere. What does not is compared with each known
misconception. Pure but for the questions it may put to the student's own earlier functions,
through a callable it is given. Knows no process, file, clock or mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from autograder.authoring import Misconception
from autograder.company import judge_company
from autograder.compare import Difference, kind_of, numeric
from autograder.course import Call, Object
from autograder.finding import Finding, Run
from autograder.observe import observations
from autograder.outcome import Died, Outcome, Raised
from autograder.reference import Reference, Unavailable
from autograder.result import Status
from autograder.values import changed_argument, values_by_object

Ask = Callable[[str, tuple[Any, ...]], Any]
"""Calls one of the student's own functions; raises Unavailable where nothing comes back."""

Origin = frozenset[str]
"""Names of the upstream objects and functions whose values are the student's own."""

MAX_UPSTREAM = 4
"""Upstream faults of one object that are tried in every combination."""

_ABSENT = object()


def diagnose(reference: Reference, runs: Mapping[str, Run], ask: Ask) -> dict[str, Finding]:
    """A finding for every object of a stage, in dependency order.

    Args:
        reference: the stage's steps, cases and misconceptions.
        runs: what came of every call, by function.
        ask: calls one of the student's own functions.
    """
    findings: dict[str, Finding] = {}
    for call in reference.stage.calls:
        findings.update(_CallDiagnosis(reference, runs[call.function], findings, ask).judge())
    return findings


class _CallDiagnosis:
    """The objects that one call makes."""

    def __init__(
        self, reference: Reference, run: Run, earlier: Mapping[str, Finding], ask: Ask
    ) -> None:
        self._reference = reference
        self._run = run
        self._call: Call = run.call
        self._findings: dict[str, Finding] = {}
        self._earlier = earlier
        self._ask = ask
        self._expected = [reference.expected(self._call, case) for case in run.cases]
        self._got = [_values(self._call, outcome) for outcome in run.outcomes]
        self._judged = self._judged_cases()
        self._known: dict[tuple[Origin, int], dict[str, Any]] = {}

    def judge(self) -> dict[str, Finding]:
        """Findings of the call's objects, in dependency order."""
        blanket = self._blanket()
        if blanket is not None:
            return {item.name: blanket(item) for item in self._call.objects}
        for item in self._call.made:
            judge = self._judge_share if "share" in item.check else self._judge_object
            self._findings[item.name] = judge(item)
        if not any("share" in item.check for item in self._call.made):
            self._settle_failures()
            self._settle_side_effects()
        if self._call.otherwise is not None:
            last = next(item for item in self._call.objects if item.name == self._call.otherwise)
            self._findings[last.name] = judge_company(
                self._reference, self._run, last, self._findings, _values
            )
        return self._findings

    def _judged_cases(self) -> list[int]:
        """Main cases that returned; the square ones too where some main case did not."""
        places = range(len(self._run.cases))
        groups = [case.group for case in self._run.cases]
        main = [k for k in places if groups[k] == "main"]
        judged = [k for k in main if self._got[k] is not None]
        if len(judged) < len(main):
            judged += [k for k in places if groups[k] == "square" and self._got[k] is not None]
        return judged

    def _blanket(self) -> Callable[[Object], Finding] | None:
        """One finding for all objects, where the call as a whole was not filled in or reached."""
        outcomes = [outcome for outcome in self._run.outcomes if outcome is not None]
        if not outcomes:
            return lambda item: Finding(item, Status.NOT_JUDGED, "no_time")
        if not all(_not_filled(outcome) for outcome in outcomes):
            return None
        through = {outcome.function for outcome in outcomes if isinstance(outcome, Raised)}
        unfilled = {
            finding.object.call
            for finding in self._earlier.values()
            if finding.status is Status.MISSING
        }
        upstream = tuple(sorted(name for name in through if name in unfilled))
        if upstream:
            return lambda item: Finding(item, Status.NOT_JUDGED, "needs_missing", upstream=upstream)
        return lambda item: Finding(item, Status.MISSING, "not_filled")

    # One object, by its values

    def _judge_object(self, item: Object) -> Finding:
        if not self._judged:
            return Finding(item, Status.NOT_JUDGED, "unreached")
        if all(self._is_missing(item, k) for k in self._judged):
            return Finding(item, Status.MISSING, "not_filled")
        place, difference = self._first_difference(item)
        if difference is None:
            return Finding(item, Status.CORRECT, "right")
        origins = list(self._origins(item))
        for origin in origins[1:]:
            if self._explains(item, origin, self._judged):
                if self._is_believable(item, origin):
                    upstream = tuple(sorted(origin))
                    return Finding(item, Status.FOLLOWS, "follows", upstream=upstream)
                return Finding(item, Status.NOT_JUDGED, "cannot_tell", upstream=tuple(origin))
        absent = tuple(need for need in self._reference.needs(item)[0] if self._is_absent(need))
        if absent:
            return Finding(item, Status.NOT_JUDGED, "needs_missing", upstream=absent)
        known = self._recognise(item, origins)
        return Finding(
            item,
            Status.INCORRECT,
            "value",
            cause="+".join(made.cause for made in known) or None,
            known=known,
            case=self._run.cases[place].name,
            difference=difference,
            notes=self._notes(item, place),
        )

    def _value(self, item: Object | str, k: int) -> Any:
        name = item if isinstance(item, str) else item.name
        return (self._got[k] or {}).get(name, _ABSENT)

    def _is_missing(self, item: Object, k: int) -> bool:
        value = self._value(item, k)
        due = self._expected[k].get(item.name)
        return value is _ABSENT or (value is None and due is not None)

    def _is_absent(self, name: str) -> bool:
        finding = self._findings.get(name)
        return finding is not None and finding.status is Status.MISSING

    def _first_difference(self, item: Object) -> tuple[int, Difference | None]:
        for k in self._judged:
            found = self._against(item, self._expected[k][item.name], k, self._right_zeros(item, k))
            if found is not None:
                return k, found
        return -1, None

    def _against(
        self, item: Object, due: Any, k: int, zeros: Any = None, *, own: bool = False
    ) -> Difference | None:
        value = self._value(item, k)
        if value is _ABSENT:
            return Difference("type", None, "a value", "nothing")
        compare = self._reference.comparison(item, own=own)
        if isinstance(due, Exception) and "raises" not in item.check:
            return Difference("type", None, "an exception", kind_of(value))
        return compare.difference(due, value, zeros)

    def _right_zeros(self, item: Object, k: int) -> Any:
        values = {**self._inputs(k), **self._expected[k]}
        return self._reference.zeros(item.name, values)

    def _notes(self, item: Object, place: int) -> tuple[str, ...]:
        due, got = self._expected[place][item.name], self._value(item, place)
        return observations(due, got, wrong=self._wrong_cases(item), judged=len(self._judged))

    def _wrong_cases(self, item: Object) -> int:
        return sum(
            self._against(item, self._expected[k][item.name], k) is not None for k in self._judged
        )

    # Upstream values: the student's own, or made right again

    def _inputs(self, k: int) -> dict[str, Any]:
        case = self._run.cases[k]
        return self._reference.inputs(self._call, case.args, case.kwargs)

    def _origins(self, item: Object) -> Iterator[Origin]:
        """Every choice of upstream faults taken as the student made them; none of them first."""
        objects, functions = self._closure(item)
        faulty = [
            name
            for name in objects
            if self._findings[name].status in (Status.INCORRECT, Status.NOT_JUDGED)
        ]
        faulty += [name for name in functions if self._is_own_fault(name)]
        faulty = faulty[-MAX_UPSTREAM:]
        for size in range(len(faulty) + 1):
            for chosen in combinations(faulty, size):
                yield frozenset(chosen)

    def _closure(self, item: Object) -> tuple[list[str], list[str]]:
        """All objects of this call and all earlier functions that an object comes from."""
        objects, functions = self._reference.needs(item)
        found, asked = set(objects), list(functions)
        for other in reversed(self._call.made):
            if other.name in found:
                more, also = self._reference.needs(other)
                found.update(more)
                asked.extend(name for name in also if name not in asked)
        return [other.name for other in self._call.made if other.name in found], asked

    def _is_own_fault(self, function: str) -> bool:
        made = self._reference.call(function).made
        return any(self._earlier[item.name].status is not Status.CORRECT for item in made)

    def _upstream(self, item: Object, origin: Origin, k: int) -> dict[str, Any]:
        """Inputs, objects and functions that the step of `item` takes, on case `k`."""
        if (origin, k) not in self._known:
            self._known[origin, k] = self._inputs(k)
        values = self._known[origin, k]
        objects, functions = self._closure(item)
        for name in functions:
            own = name in origin
            values[name] = self._own(name) if own else self._reference.function(name)
        for name in objects:
            if name in values:
                continue
            finding = self._findings[name]
            own_value = self._own_value(name, k)
            if own_value is not None and (finding.status is Status.CORRECT or name in origin):
                values[name] = own_value
            else:
                values[name] = self._reference.step(name, values)
        return values

    def _own(self, function: str) -> Callable[..., Any]:
        def ask(*args: Any) -> Any:
            value = self._ask(function, args)
            array = numeric(value)
            return value if array is None else array

        return ask

    def _own_value(self, name: str, k: int) -> Any:
        """The student's array as the reference would hold it, or None where it is none."""
        array = numeric(self._value(name, k))
        if array is None:
            return None
        due = self._expected[k].get(name)
        item = next(item for item in self._call.made if item.name == name)
        if "broadcast" in item.check and isinstance(due, np.ndarray):
            try:
                return np.broadcast_to(array, due.shape)
            except ValueError:
                return array
        return array

    def _explains(
        self, item: Object, origin: Origin, places: Iterable[int], *made: Misconception
    ) -> bool:
        """Whether the step, or a mistaken one, makes the student's value on every case."""
        namespace = self._reference.variant(*made) if made else None
        agreed = False
        for k in places:
            due, zeros = self._due(item, origin, k, namespace)
            if made and isinstance(due, Exception) and "raises" not in item.check:
                # the mistake has no value here; another library's reading of it may have one,
                # which must be wrong all the same
                if self._against(item, self._expected[k][item.name], k) is None:
                    return False
                continue
            if due is _ABSENT or self._against(item, due, k, zeros, own=True) is not None:
                return False
            agreed = True
        return agreed

    def _due(
        self, item: Object, origin: Origin, k: int, namespace: dict[str, Any] | None
    ) -> tuple[Any, Any]:
        try:
            values = self._upstream(item, origin, k)
            due = self._reference.step(item.name, values, namespace)
            return due, self._zeros(item, values, due) if namespace is None else None
        except Unavailable:
            return _ABSENT, None

    def _zeros(self, item: Object, values: Mapping[str, Any], due: Any) -> Any:
        """Where a zero is due exactly: where it is forbidden, and the right step gives it."""
        try:
            zeros = self._reference.zeros(item.name, values)
            return None if zeros is None else zeros & (due == 0)
        except (TypeError, ValueError, IndexError):
            return None  # a student's upstream value of no usable shape

    def _is_believable(self, item: Object, origin: Origin) -> bool:
        """Whether the student's upstream values could tell the right step from a mistaken one."""
        right = [self._due(item, origin, k, None)[0] for k in self._judged]
        if not any(_varies(value) for value in right):
            return False
        if not all(self._is_informative(name) for name in origin):
            return False
        known = self._reference.misconceptions[item.name]
        return not known or any(self._is_told(item, origin, right, made) for made in known)

    def _is_informative(self, name: str) -> bool:
        """Not where an object's finite entries are all alike though they should not be."""
        if name not in self._findings:
            return True
        due = [self._expected[k][name] for k in self._judged]
        own = [self._own_value(name, k) for k in self._judged]
        if any(_varies(value) for value in due):
            return any(_varies(value) for value in own)
        return any(value is not None and np.isfinite(value).any() for value in own)

    def _is_told(self, item: Object, origin: Origin, right: list[Any], made: Misconception) -> bool:
        namespace = self._reference.variant(made)
        compare = self._reference.comparison(item, own=True)
        for k, due in zip(self._judged, right, strict=True):
            other = self._due(item, origin, k, namespace)[0]
            found = compare.difference(due, other) if isinstance(other, np.ndarray) else None
            if found is not None and found.kind in ("value", "shape"):
                return True
        return False

    # Causes

    def _recognise(self, item: Object, origins: list[Origin]) -> tuple[Misconception, ...]:
        """The fewest known misconceptions that make the student's value on every case."""
        known = self._reference.misconceptions[item.name]
        places = sorted(
            self._judged, key=lambda k: self._against(item, self._expected[k][item.name], k) is None
        )
        pairs = [(one, two) for one, two in combinations(known, 2) if one.replaces != two.replaces]
        singles = [(one,) for one in known]
        telling = self._is_telling(item)
        for candidates in (singles, pairs if telling else []):
            for origin in reversed(origins if telling else origins[:1]):
                for made in candidates:
                    if self._explains(item, origin, places, *made):
                        return made
        return ()

    def _is_telling(self, item: Object) -> bool:
        """Not where all entries are alike: many mistakes in a row would explain that."""
        arrays = (numeric(self._value(item, k)) for k in self._judged)
        return any(array is None or len(np.unique(array)) > 1 for array in arrays)

    # What was seen besides values

    def _settle_failures(self) -> None:
        """Exceptions and dead processes, where nothing that came back is wrong."""
        places = [
            k
            for k, case in enumerate(self._run.cases)
            if case.group == "main" and self._got[k] is None and self._run.outcomes[k] is not None
        ]
        failed = [k for k in places if not self._is_carried_failure(k)]
        if not failed:
            return
        if any(finding.status is Status.INCORRECT for finding in self._findings.values()):
            return
        k = failed[0]
        outcome = self._run.outcomes[k]
        first, *rest = self._call.made
        died = isinstance(outcome, Died)
        self._findings[first.name] = Finding(
            first,
            Status.INCORRECT,
            "died" if died else "exception",
            cause=outcome.cause if isinstance(outcome, Died) else "exception",
            case=self._run.cases[k].name,
            outcome=outcome,
        )
        if not (died and self._judged):
            for item in rest:
                self._findings[item.name] = Finding(
                    item, Status.NOT_JUDGED, "unreached", upstream=(first.name,)
                )

    def _is_carried_failure(self, k: int) -> bool:
        """Whether the right step fails too on what the student's earlier functions give."""
        first = self._call.made[0]
        origin = frozenset(name for name in self._closure(first)[1] if self._is_own_fault(name))
        if not origin:
            return False
        due = self._due(first, origin, k, None)[0]
        return due is _ABSENT or isinstance(due, Exception)

    def _settle_side_effects(self) -> None:
        """Changed arguments and results that depend on earlier calls: the first object's fault."""
        first = self._call.made[0]
        if self._findings[first.name].status not in (Status.CORRECT, Status.FOLLOWS):
            return
        for case, outcome in zip(self._run.cases, self._run.outcomes, strict=True):
            changed = changed_argument(case.args, case.kwargs, outcome)
            if changed is not None:
                self._findings[first.name] = Finding(
                    first,
                    Status.INCORRECT,
                    "changes_input",
                    cause="changes_input",
                    case=case.name,
                    difference=changed,
                )
                return
        if self._run.unstable and self._call.otherwise is None:
            k = self._run.unstable[0]
            again = _values(self._call, self._run.repeated.get(k)) or {}
            first_value = self._value(first, k)
            compare = self._reference.comparison(first, own=True)
            array = numeric(first_value)
            self._findings[first.name] = Finding(
                first,
                Status.INCORRECT,
                "unstable",
                cause="not_repeatable" if self._run.random else "keeps_state",
                case=self._run.cases[k].name,
                difference=None
                if array is None
                else compare.difference(array, again.get(first.name)),
            )

    # Marks by share

    def _judge_share(self, item: Object) -> Finding:
        """How many of the answers are right, above what the best constant answer gets."""
        due = [expected[item.name] for expected in self._expected]
        right = [
            k
            for k, answer in enumerate(due)
            if self._got[k] is not None and self._against(item, answer, k) is None
        ]
        constant = max(due.count(answer) for answer in due) / len(due)
        share = max(0.0, (len(right) / len(due) - constant) / (1 - constant))
        wrong = [k for k in range(len(due)) if k not in right]
        if not wrong:
            return Finding(item, Status.CORRECT, "right")
        raised = next((o for o in self._run.outcomes if isinstance(o, (Raised, Died))), None)
        return Finding(
            item,
            Status.INCORRECT,
            "share",
            cause=_failure_cause(raised) if not right else None,
            outcome=raised,
            share=share,
            notes=tuple(self._share_notes(item, right, wrong)),
        )

    def _share_notes(self, item: Object, right: list[int], wrong: list[int]) -> Iterator[str]:
        cases = self._run.cases
        yield f"{len(right)} of {len(cases)} answers are right"
        alarms = [k for k in wrong if self._expected[k][item.name] is None]
        silent = [k for k in wrong if self._got[k] is None]
        kinds = sorted({cases[k].kind or "" for k in wrong if k not in alarms} - {""})
        if alarms:
            yield f"false alarms: {len(alarms)}"
        if silent:
            yield f"no answer: {len(silent)}"
        if kinds:
            yield "missed kinds: " + ", ".join(kinds)


def _values(call: Call, outcome: Outcome | None) -> dict[str, Any] | None:
    return values_by_object(call.returns, call.made, outcome)


def _not_filled(outcome: Outcome) -> bool:
    return isinstance(outcome, Raised) and "NotImplementedError" in outcome.kinds


def _failure_cause(outcome: Outcome | None) -> str | None:
    if isinstance(outcome, Died):
        return outcome.cause
    return "exception" if isinstance(outcome, Raised) else None


def _varies(value: Any) -> bool:
    """Whether an array's finite entries are not all alike."""
    if not isinstance(value, np.ndarray):
        return False
    finite = value[np.isfinite(value)]
    return finite.size > 0 and bool(np.ptp(finite) > 1e-9 * np.abs(finite).max())
