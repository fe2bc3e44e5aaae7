"""A student's own check: recorded public examples put to their file, no reference needed.

Objects are judged against recorded answers only, so what depends on a fault waits: whether it
merely follows cannot be told here. The file runs in a process of its own with the student's own
rights; what it prints is shown.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.compare import Comparison
from autograder.course import Object
from autograder.finding import Finding
from autograder.limits import Limits
from autograder.messages import evidence_of, load_error, message
from autograder.observe import observations
from autograder.outcome import Died, Outcome, Raised, Returned
from autograder.public import Example, PublicStage, read_public
from autograder.result import ObjectResult, StageResult, Status
from autograder.submission import read_file
from autograder.values import changed_argument, values_by_object
from autograder.words import say, speaking, wanted

FIRST_FAULTS = (Status.INCORRECT, Status.MISSING)
Tried = list[tuple[Example, Outcome]]
NOT_RECORDED = Raised("LookupError", ("LookupError",), "")


@dataclass(frozen=True)
class Checked:
    """One stage as checked on the student's machine.

    Attributes:
        public: the stage's public side.
        result: its verdicts; the points say how much is right here, they are no mark.
        tried: the public examples with what came of them, as far as it came to that.
    """

    public: PublicStage
    result: StageResult
    tried: Tried


def check_stage(folder: Path, language: str | None = None, *, echo_output: bool = True) -> Checked:
    """The public verdict on the file in a stage's folder.

    Args:
        folder: the stage's folder with the student's file and public.json.
        language: of the verdict; by default that of the environment, else the stage's own.
        echo_output: whether what the file prints is shown on stderr.

    Raises:
        UsageError: there is no public.json here, or no such language.
        HarnessError: no process could be started for the file.
    """
    folder = folder.resolve()
    public = read_public(folder, wanted(language))
    with speaking(public.words):
        return _check(folder, public, echo_output)


def _check(folder: Path, public: PublicStage, echo_output: bool) -> Checked:
    file = f"{public.name}.py"
    began = time.monotonic()
    taken = read_file(folder, file)
    seen: Tried = []
    if taken.content is None:
        findings = _alike(public, Status.MISSING, "not_handed_in")
        error: str | None = taken.error or say("error.absent_from", file=file, folder=folder)
    else:
        findings, error = _judge(public, file, taken.content, echo_output, seen)
    objects = tuple(_result(finding, file) for finding in findings)
    return Checked(
        public,
        StageResult(
            name=public.name,
            points=sum(item.points for item in objects),
            max_points=sum(item.max_points for item in objects),
            first_incorrect=next(
                (item.name for item in objects if item.status in FIRST_FAULTS), None
            ),
            error=error,
            seconds=round(time.monotonic() - began, 3),
            objects=objects,
            handed_in=taken.content is not None,
        ),
        seen,
    )


def _result(finding: Finding, file: str) -> ObjectResult:
    right = finding.status is Status.CORRECT
    return ObjectResult(
        name=finding.object.name,
        status=finding.status,
        points=finding.object.points if right else 0.0,
        max_points=finding.object.points,
        cause=finding.cause,
        message=message(finding, file, evidence="entry"),
        evidence=evidence_of(finding, "case"),
    )


def _alike(public: PublicStage, status: Status, reason: Any) -> list[Finding]:
    return [Finding(item, status, reason) for call in public.calls for item in _objects(call)]


def _objects(call: Mapping[str, Any]) -> list[Object]:
    return [
        Object(**{**item, "needs": tuple(item["needs"]), "check": tuple(item["check"])})
        for item in call["objects"]
    ]


def _judge(
    public: PublicStage, file: str, source: bytes, echo_output: bool, seen: Tried
) -> tuple[list[Finding], str | None]:
    from autograder.worker.launch import Launcher  # takes its time, and a broken file needs none

    limits = Limits(**public.limits)  # type: ignore[arg-type]  # whole numbers stand as such in it
    findings: dict[str, Finding] = {}
    error: str | None = None
    with Launcher("limits", echo_output=echo_output) as launcher:
        for call in public.calls:
            tried: Tried = []
            with launcher.session(source, public.name, file, limits) as session:
                if not isinstance(session.loaded, Returned):
                    unread = _alike(public, Status.NOT_JUDGED, "unreadable")
                    return unread, load_error(session.loaded, file)
                for item in public.examples:
                    if item.function == call["function"] and session.alive:
                        outcome = session.call(
                            item.function, item.args, item.kwargs, call["returns"]
                        )
                        tried.append((item, _unless_asked_more(item, outcome)))
                        if isinstance(outcome, Died):
                            error = error or f"{item.function} {outcome.detail}"
            seen += tried
            for finding in _CallCheck(public, call, tried).findings():
                findings[finding.object.name] = _waiting(finding, findings)
    return list(findings.values()), error


def _waiting(finding: Finding, earlier: Mapping[str, Finding]) -> Finding:
    """A fault that may come from an earlier one waits for it; what is right is right."""
    faults = tuple(
        need for need in finding.object.needs if earlier[need].status is not Status.CORRECT
    )
    if faults and finding.status is Status.INCORRECT:
        return Finding(finding.object, Status.NOT_JUDGED, "waits", upstream=faults)
    return finding


class _CallCheck:
    """The objects of one call against the recorded answers."""

    def __init__(self, public: PublicStage, call: Mapping[str, Any], tried: Tried) -> None:
        self._tolerance = public.tolerance
        self._returns = call["returns"]
        self._objects = _objects(call)
        self._made = [item for item in self._objects if item.name != call["otherwise"]]
        self._main = [(example, outcome) for example, outcome in tried if example.is_main]
        self._other = [(example, outcome) for example, outcome in tried if not example.is_main]

    def findings(self) -> Iterator[Finding]:
        """A finding an object, in order."""
        if self._main and all(_is_unfilled(outcome) for _, outcome in self._main):
            for item in self._objects:
                yield Finding(item, Status.MISSING, "not_filled", outcome=self._main[0][1])
            return
        failed = self._failure(self._main)
        # what raises on some sizes may be seen for what it is on others
        tried = self._main if failed is None else self._main + self._other
        findings = [self._first_fault(item, tried) for item in self._made]
        findings[0] = findings[0] or self._changed_input(self._made[0])
        if failed is not None and not any(findings):
            first, *rest = self._made
            yield replace(failed, object=first)
            for item in rest:
                yield Finding(item, Status.NOT_JUDGED, "unreached", upstream=(first.name,))
        else:
            for item, finding in zip(self._made, findings, strict=True):
                yield finding or self._right(item)
        for last in self._objects[len(self._made) :]:
            yield self._company(last)

    def _right(self, item: Object) -> Finding:
        """Right on all examples that can be told here, if there is one."""
        if not self._main:
            return Finding(item, Status.NOT_JUDGED, "no_example")
        untold = sum(outcome is NOT_RECORDED for _, outcome in self._main)
        if not untold:
            return Finding(item, Status.CORRECT, "right")
        told = len(self._main) - untold
        status = Status.CORRECT if told else Status.NOT_JUDGED
        notes = (say("note.right_on_examples", count=told, total=len(self._main)),)
        return Finding(item, status, "not_recorded", notes=notes)

    def _company(self, last: Object) -> Finding:
        """The object for other sizes and company: the first fault seen only there."""
        for item in self._made:
            finding = self._first_fault(item, self._other)
            if finding is not None:
                return replace(finding, object=last, reason="company", part=item.name)
        failed = self._failure(self._other)
        if failed is not None and self._failure(self._main) is None:
            return replace(failed, object=last, reason="company")
        return self._right(last)

    def _failure(self, tried: Tried) -> Finding | None:
        """The first call that came to no result."""
        for example, outcome in tried:
            values = values_by_object(self._returns, self._made, outcome)
            if values is None and outcome is not NOT_RECORDED:
                return _failed(self._made[0], example, outcome)
        return None

    def _first_fault(self, item: Object, tried: Tried) -> Finding | None:
        compare = Comparison(self._tolerance["rtol"], self._tolerance["atol"], item.check)
        for example, outcome in tried:
            if outcome is NOT_RECORDED:
                continue
            values = values_by_object(self._returns, self._made, outcome)
            if values is None:
                continue
            value, due = values.get(item.name), example.expected[item.name]
            if value is None and due is not None:
                return Finding(item, Status.MISSING, "not_filled", outcome=outcome)
            found = compare.difference(due, value, example.zeros.get(item.name))
            if found is not None:
                notes = observations(due, value, wrong=1, judged=1)
                return Finding(
                    item,
                    Status.INCORRECT,
                    "value",
                    case=example.name,
                    difference=found,
                    values=(due, value),
                    notes=notes,
                )
        return None

    def _changed_input(self, item: Object) -> Finding | None:
        for example, outcome in self._main:
            changed = changed_argument(example.args, example.kwargs, outcome)
            if changed is not None:
                return Finding(
                    item,
                    Status.INCORRECT,
                    "changes_input",
                    cause="changes_input",
                    case=example.name,
                    difference=changed,
                )
        return None


def _unless_asked_more(example: Example, outcome: Outcome) -> Outcome:
    """The outcome, or what stands for: a recording was asked what it does not hold."""
    asked_more = any(getattr(value, "was_asked_more", False) for value in example.args)
    return NOT_RECORDED if asked_more and not isinstance(outcome, Died) else outcome


def _is_unfilled(outcome: Outcome) -> bool:
    return isinstance(outcome, Raised) and "NotImplementedError" in outcome.kinds


def _failed(item: Object, example: Example, outcome: Outcome) -> Finding:
    return Finding(
        item,
        Status.INCORRECT,
        "died" if isinstance(outcome, Died) else "exception",
        cause=outcome.cause if isinstance(outcome, Died) else "exception",
        case=example.name,
        outcome=outcome,
    )
