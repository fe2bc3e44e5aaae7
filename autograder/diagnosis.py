"""From outcomes to a verdict an object: right, wrong here, carried forward, or not to be told.

An object that differs from the reference is put to the right step again, on the student's own
upstream values; what agrees then was made elsewhere. What does not is compared with each known
misconception. Pure but for the questions it may put to the student's own earlier functions,
through a callable it is given. Knows no process, file, clock or mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from autograder.authoring import Case
from autograder.causes import explains, is_believable, recognise
from autograder.company import judge_company
from autograder.compare import Difference
from autograder.course import Call, Object
from autograder.finding import Finding, Reason, Run
from autograder.observe import observations
from autograder.outcome import Died, Raised, Unreadable
from autograder.reference import Reference
from autograder.result import Status
from autograder.share import judge_share
from autograder.upstream import ABSENT, Ask, Upstream
from autograder.values import changed_argument, is_unfilled, values_by_object


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
        self._earlier = earlier
        self._findings: dict[str, Finding] = {}
        self._upstream = Upstream(reference, run, self._findings, earlier, ask)
        self._judged = self._judged_cases()

    def judge(self) -> dict[str, Finding]:
        """Findings of the call's objects, in dependency order."""
        blanket = self._blanket()
        if blanket is not None:
            return {item.name: blanket(item) for item in self._call.objects}
        first = self._call.made[0]
        if "share" in first.check:
            self._findings[first.name] = judge_share(self._run, self._upstream, first)
            self._settle_changed_input()
            return self._findings
        for item in self._call.made:
            self._findings[item.name] = self._judge_object(item)
        self._settle_container()
        self._settle_changed_input()  # before failures: it is a fault where the call returned
        self._settle_failures()
        self._settle_unstable()
        for item in self._call.objects[len(self._call.made) :]:
            self._findings[item.name] = judge_company(
                self._reference, self._run, item, self._findings, self._upstream
            )
        return self._findings

    def _judged_cases(self) -> list[int]:
        """Main cases that returned; the square ones too where some main case did not."""
        groups = [case.group for case in self._run.cases]
        returned = [got is not None for got in self._upstream.got]
        main = [k for k, group in enumerate(groups) if group == "main"]
        judged = [k for k in main if returned[k]]
        if len(judged) < len(main):
            judged += [k for k, group in enumerate(groups) if group == "square" and returned[k]]
        return judged

    def _blanket(self) -> Callable[[Object], Finding] | None:
        """One finding for all objects, where the call as a whole was not filled in or reached."""
        outcomes = [outcome for outcome in self._run.outcomes if outcome is not None]
        if not outcomes:
            return lambda item: Finding(item, Status.NOT_JUDGED, "no_time")
        if not all(is_unfilled(outcome) for outcome in outcomes):
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
        return lambda item: Finding(item, Status.MISSING, "not_filled", outcome=outcomes[0])

    def _judge_object(self, item: Object) -> Finding:
        """One object by its values."""
        if not self._judged:
            return Finding(item, Status.NOT_JUDGED, "unreached")
        if all(self._is_missing(item, k) for k in self._judged):
            outcome = self._run.outcomes[self._judged[0]]
            return Finding(item, Status.MISSING, "not_filled", outcome=outcome)
        place, difference = self._first_difference(item)
        if difference is None:
            return Finding(item, Status.CORRECT, "right")
        known_to = (self._reference, self._upstream, item)
        origins = list(self._upstream.origins(item))
        sources = [
            origin
            for partly in (False, True)
            for origin in origins[1:]
            if explains(self._upstream, item, origin, self._judged, partly=partly)
        ]
        for origin in sources:
            if is_believable(*known_to, origin, self._judged):
                names = tuple(sorted(origin))
                return Finding(item, Status.FOLLOWS, "follows", upstream=names)
        if sources:
            names = tuple(sorted(sources[0]))
            return Finding(item, Status.NOT_JUDGED, "cannot_tell", upstream=names)
        absent = tuple(name for name in self._reference.needs(item)[0] if self._is_absent(name))
        if absent:
            return Finding(item, Status.NOT_JUDGED, "needs_missing", upstream=absent)
        known = recognise(*known_to, origins, self._judged)
        return Finding(
            item,
            Status.INCORRECT,
            "value",
            cause="+".join(made.cause for made in known) or None,
            known=known,
            case=self._run.cases[place].name,
            difference=difference,
            values=(
                self._upstream.expected(item.name, place),
                self._upstream.value(item.name, place),
            ),
            notes=self._notes(item, place),
        )

    def _is_missing(self, item: Object, k: int) -> bool:
        value = self._upstream.value(item.name, k)
        due = self._upstream.expected(item.name, k)
        return value is ABSENT or (value is None and due is not None)

    def _is_absent(self, name: str) -> bool:
        return self._findings[name].status is Status.MISSING

    def _first_difference(self, item: Object) -> tuple[int, Difference | None]:
        """Where an object is first wrong: if it can be, where nothing before it is."""
        if self._upstream.is_right(item, self._judged):
            return -1, None
        found = {k: self._upstream.difference(item, k) for k in self._judged}
        wrong = [k for k, difference in found.items() if difference is not None]
        if not wrong:
            return -1, None
        place = next((k for k in wrong if self._upstream.is_made_from_right(item, k)), wrong[0])
        return place, found[place]

    def _notes(self, item: Object, place: int) -> tuple[str, ...]:
        wrong = sum(self._upstream.difference(item, k) is not None for k in self._judged)
        due = self._upstream.expected(item.name, place)
        got = self._upstream.value(item.name, place)
        return observations(due, got, wrong=wrong, judged=len(self._judged))

    def _settle_container(self) -> None:
        """Where no result holds more than the first object, the others cannot be reached."""
        first, *rest = self._call.made
        values = [self._upstream.got[k] or {} for k in self._judged]
        if rest and values and all(isinstance(got.get(first.name), Unreadable) for got in values):
            for item in rest:
                unreached = Finding(item, Status.NOT_JUDGED, "unreached", upstream=(first.name,))
                self._findings[item.name] = unreached

    def _settle_failures(self) -> None:
        """Exceptions and dead processes, where nothing that came back is wrong."""
        failed = [
            k
            for k, case in enumerate(self._run.cases)
            if case.group == "main"
            and self._upstream.got[k] is None
            and self._run.outcomes[k] is not None
            and not self._is_carried_failure(k)
        ]
        if not failed or self._has_fault():
            return
        outcome = self._run.outcomes[failed[0]]
        first, *rest = self._call.made
        died = isinstance(outcome, Died)
        self._findings[first.name] = Finding(
            first,
            Status.INCORRECT,
            "died" if died else "exception",
            cause=outcome.cause if isinstance(outcome, Died) else "exception",
            case=self._run.cases[failed[0]].name,
            outcome=outcome,
        )
        if died and self._judged:
            return
        for item in rest:
            unreached = Finding(item, Status.NOT_JUDGED, "unreached", upstream=(first.name,))
            self._findings[item.name] = unreached

    def _has_fault(self) -> bool:
        return any(finding.status is Status.INCORRECT for finding in self._findings.values())

    def _is_carried_failure(self, k: int) -> bool:
        """Whether the right step fails too on what the student's earlier functions give."""
        first = self._call.made[0]
        origin = self._upstream.all_own(first)
        if not origin:
            return False
        due = self._upstream.due(first, origin, k)[0]
        return due is ABSENT or isinstance(due, Exception)

    def _is_inherited(self, reason: Reason) -> bool:
        """Whether an earlier function that the first object is made with has that fault already."""
        made = (
            self._earlier[item.name]
            for name in self._upstream.functions(self._call.made[0])
            for item in self._reference.call(name).made
        )
        return any(finding.reason == reason for finding in made)

    def _settle_changed_input(self) -> None:
        """A changed argument is the first object's fault."""
        if self._is_inherited("changes_input"):
            return
        for case, outcome in zip(self._run.cases, self._run.outcomes, strict=True):
            changed = changed_argument(case.args, case.kwargs, outcome)
            if changed is not None:
                self._replace(self._call.made[0], "changes_input", "changes_input", case, changed)
                return

    def _settle_unstable(self) -> None:
        """Results that depend on earlier calls or on chance: the first object that differs."""
        if not self._run.unstable or self._is_inherited("unstable"):
            return
        k, item, found = next(self._second_differences(), (self._run.unstable[0], None, None))
        is_own = self._call.otherwise is None
        blamed = self._call.made[0] if is_own or item is None else item
        if is_own or self._findings[blamed.name].status is Status.INCORRECT:
            cause = "not_repeatable" if self._run.random else "keeps_state"
            self._replace(blamed, "unstable", cause, self._run.cases[k], found)

    def _second_differences(self) -> Iterator[tuple[int, Object, Difference]]:
        """Where a second, identical call gives something else."""
        for k in self._run.unstable:
            call, outcome = self._call, self._run.repeated[k]
            again = values_by_object(call.returns, call.made, outcome, call.order) or {}
            for item in call.made:
                due = self._upstream.array(item.name, k)
                if due is not None:
                    compare = self._reference.comparison(item, own=True)
                    found = compare.difference(due, again.get(item.name))
                    if found is not None:
                        yield k, item, found

    def _replace(
        self, item: Object, reason: Reason, cause: str, case: Case, found: Difference | None
    ) -> None:
        """Puts a fault in the place of a verdict that is good, or bad for no known cause."""
        finding = self._findings[item.name]
        unknown = finding.status is Status.INCORRECT and finding.cause is None
        unknown = unknown and finding.reason != "share"
        if unknown or finding.status in (Status.CORRECT, Status.FOLLOWS):
            self._findings[item.name] = Finding(
                item, Status.INCORRECT, reason, cause=cause, case=case.name, difference=found
            )
