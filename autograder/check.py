"""A student's own check: recorded public examples put to their file, no reference needed.

Objects are judged against recorded answers only, so what depends on a fault waits: whether it
merely follows cannot be told here. The file runs in a process of its own with the student's own
rights; what it prints is kept, within bounds. Exercises are looked at, never judged.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.compare import Comparison
from autograder.course import Object
from autograder.exercises import UnreadableAnswers, read_answers, unknown_keys
from autograder.finding import Finding
from autograder.imports import out_of_reach
from autograder.limits import Limits
from autograder.messages import evidence_of, load_error, message, quoted
from autograder.observe import observations
from autograder.outcome import Died, Outcome, Raised, Returned
from autograder.printed import Printed
from autograder.public import Example, PublicStage, objects_of, read_public
from autograder.result import FAULTS, ObjectResult, StageResult, Status
from autograder.submission import read_file
from autograder.values import changed_argument, is_unfilled, values_by_object
from autograder.words import say, speaking, wanted

if TYPE_CHECKING:
    from autograder.worker.session import Session

ANSWERS = "exercises.yml"
Tried = list[tuple[Example, Outcome]]
NOT_RECORDED = Raised("LookupError", ("LookupError",), "")


@dataclass(frozen=True)
class Checked:
    """One stage as checked on the student's machine.

    Attributes:
        folder: where it is.
        public: the stage's public side.
        result: its verdicts; the points say how much is right here, they are no mark.
        printed: what the file printed, bounded, as whole lines.
        exercises: how far its exercises are; None where it has none.
        notes: what may be different where marks are made, a sentence each.
        tried: the public examples with what came of them, as far as it came to that.
    """

    folder: Path
    public: PublicStage
    result: StageResult
    printed: str
    exercises: Answered | None
    notes: tuple[str, ...]
    tried: Tried

    @property
    def is_right(self) -> bool:
        """Whether every object is correct on the public examples."""
        return all(item.status is Status.CORRECT for item in self.result.objects)


@dataclass(frozen=True)
class Answered:
    """How far a stage's exercises are; says nothing of right and wrong.

    Attributes:
        is_complete: whether each has an answer that can be read.
        told: the same in a sentence, with the keys that lack one.
    """

    is_complete: bool
    told: str


def check_stage(folder: Path, language: str | None = None) -> Checked:
    """The public verdict on the file in a stage's folder.

    Args:
        folder: the stage's folder with the student's file and public.json.
        language: of the verdict; by default that of the environment, else the stage's own.

    Raises:
        UsageError: there is no public.json here, or no such language.
        HarnessError: no process could be started for the file.
    """
    folder = folder.resolve()
    public = read_public(folder, wanted(language))
    with speaking(public.words):
        return _check(folder, public)


def _check(folder: Path, public: PublicStage) -> Checked:
    file = f"{public.name}.py"
    began = time.monotonic()
    taken = read_file(folder, file)
    seen: Tried = []
    printed = ""
    if taken.content is None:
        findings = _alike(public, Status.MISSING, "not_handed_in")
        error: str | None = taken.error or say("error.absent_from", file=file, folder=folder)
    else:
        with Printed() as output:
            findings, error = _judge(public, file, taken.content, output.descriptor, seen)
        printed = output.text
    objects = tuple(_result(finding, file) for finding in findings)
    return Checked(
        folder=folder,
        public=public,
        result=StageResult(
            name=public.name,
            points=sum(item.points for item in objects),
            max_points=sum(item.max_points for item in objects),
            first_incorrect=next((item.name for item in objects if item.status in FAULTS), None),
            error=error,
            seconds=round(time.monotonic() - began, 3),
            objects=objects,
            handed_in=taken.content is not None,
        ),
        printed=printed,
        exercises=_answered(folder, public),
        notes=tuple(
            say("note.out_of_reach", file=file, module=name, line=line)
            for name, line in out_of_reach(taken.content or b"").items()
        ),
        tried=seen,
    )


def _answered(folder: Path, public: PublicStage) -> Answered | None:
    asked = [exercise.key for exercise in public.exercises]
    if not asked:
        return None
    taken = read_file(folder, ANSWERS)
    if taken.content is None:
        why = taken.error or say("answered.absent", file=ANSWERS)
        return Answered(False, say("answered.no_file", why=why, total=len(asked)))
    try:
        answers = read_answers(taken.content)
    except UnreadableAnswers as error:
        why = quoted(str(error), 300)[1:-1]
        told = say("answered.unreadable", file=ANSWERS, why=why, total=len(asked))
        return Answered(False, told)
    empty = [key for key in asked if key not in answers]
    done = len(asked) - len(empty)
    told = say("answered.some", done=done, total=len(asked), file=ANSWERS)
    if not done:
        told = say("answered.none", total=len(asked), file=ANSWERS)
    elif empty:
        told += say("answered.empty", names=", ".join(empty))
    unknown = [quoted(said, 150)[1:-1] for said, _ in unknown_keys(answers, asked)]
    return Answered(not empty, "; ".join([told, *unknown]))


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
    return [Finding(item, status, reason) for item in public.objects]


def _judge(
    public: PublicStage, file: str, source: bytes, output: int, seen: Tried
) -> tuple[list[Finding], str | None]:
    findings: dict[str, Finding] = {}
    error: str | None = None
    session: Session | None = None
    with ExitStack() as started:
        for call in public.calls:
            if session is None or not session.alive:
                session = started.enter_context(_session(public, file, source, output))
                if not isinstance(session.loaded, Returned):
                    unread = _alike(public, Status.NOT_JUDGED, "unreadable")
                    return unread, load_error(session.loaded, file)
            tried = _try(session, public, call)
            seen += tried
            died = next((outcome for _, outcome in tried if isinstance(outcome, Died)), None)
            if died is not None:
                error = error or f"{call['function']} {died.detail}"
            for finding in _CallCheck(public, call, tried).findings():
                findings[finding.object.name] = _waiting(finding, findings)
    return list(findings.values()), error


def _session(public: PublicStage, file: str, source: bytes, output: int) -> Session:
    from autograder.worker.session import Session  # takes its time, and a lacking file needs none
    from autograder.worker.spawned import SpawnedProcess

    limits = Limits(**public.limits)  # type: ignore[arg-type]  # whole numbers stand as such in it
    return Session(SpawnedProcess(limits, output), limits, source, public.name, file)


def _try(session: Session, public: PublicStage, call: Mapping[str, Any]) -> Tried:
    """What comes of a call's examples, up to the one that the process does not survive."""
    tried: Tried = []
    for item in public.examples:
        if item.function == call["function"] and session.alive:
            outcome = session.call(item.function, item.args, item.kwargs, call["returns"])
            tried.append((item, _unless_asked_more(item, outcome)))
    return tried


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

    def __init__(self, public: PublicStage, call: dict[str, Any], tried: Tried) -> None:
        self._tolerance = public.tolerance
        self._returns, self._order = call["returns"], call["order"]
        self._objects = objects_of(call)
        self._made = [item for item in self._objects if item.name != call["otherwise"]]
        self._main = [(example, outcome) for example, outcome in tried if example.is_main]
        self._other = [(example, outcome) for example, outcome in tried if not example.is_main]

    def findings(self) -> Iterator[Finding]:
        """A finding an object, in order."""
        if self._main and all(is_unfilled(outcome) for _, outcome in self._main):
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
            values = values_by_object(self._returns, self._made, outcome, self._order)
            if values is None and outcome is not NOT_RECORDED:
                return _failed(self._made[0], example, outcome)
        return None

    def _first_fault(self, item: Object, tried: Tried) -> Finding | None:
        compare = Comparison(self._tolerance["rtol"], self._tolerance["atol"], item.check)
        for example, outcome in tried:
            if outcome is NOT_RECORDED:
                continue
            values = values_by_object(self._returns, self._made, outcome, self._order)
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


def _failed(item: Object, example: Example, outcome: Outcome) -> Finding:
    return Finding(
        item,
        Status.INCORRECT,
        "died" if isinstance(outcome, Died) else "exception",
        cause=outcome.cause if isinstance(outcome, Died) else "exception",
        case=example.name,
        outcome=outcome,
    )
