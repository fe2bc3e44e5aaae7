"""One submission from folder to result: files read, code run in a worker, objects judged.

Holds the references and the launcher of workers; no student's code ever runs in this process.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder import exercises
from autograder.answerer import Answerer
from autograder.course import Course, Stage
from autograder.diagnosis import diagnose
from autograder.errors import AutograderError
from autograder.finding import Finding
from autograder.limits import Isolation
from autograder.marks import points
from autograder.messages import evidence_of, load_error, message, quoted
from autograder.outcome import Returned
from autograder.reference import Reference, Unavailable
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult
from autograder.runs import Runner
from autograder.seed import read_seed
from autograder.submission import (
    MAX_NOTEBOOK_BYTES,
    Submission,
    Taken,
    escaped,
    read_file,
)
from autograder.words import say, speaking
from autograder.worker.launch import Launcher

MAX_PARSED_BYTES = 5_000_000
FIRST_FAULTS = (Status.INCORRECT, Status.MISSING)


class Grader:
    """Grades submissions of one course, one after the other; a context manager.

    Args:
        course: the course.
        isolation: the isolation wanted: `auto` takes the strongest that holds here.
        seed: what hidden cases are drawn from; the course's own by default.
    """

    def __init__(
        self, course: Course, isolation: Isolation = "auto", seed: int | None = None
    ) -> None:
        self.course = course
        self._seed = read_seed(course.root) if seed is None else seed
        self._launcher = Launcher(isolation)
        self._answerer = Answerer(course.limits.memory_mb)
        self._references: dict[str, Reference] = {}
        self._keys: dict[str, dict[str, Any]] = {}

    @property
    def isolation(self) -> Isolation:
        """The isolation level in force."""
        return self._launcher.level

    def __enter__(self) -> Grader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends every process that was started."""
        self._answerer.close()
        self._launcher.close()

    def prepare(self) -> None:
        """Reads all that grading needs, so that a fault of the course shows before any work.

        Raises:
            CourseError: the author must edit something.
        """
        for stage in self.course.stages.values():
            self.reference(stage.name).prepare()
            self._key(stage)

    def grade(self, submission: Submission) -> SubmissionResult:
        """The result of one submission; a fault of the grader withholds the mark."""
        with speaking(self.course.words):
            return self._grade(submission)

    def _grade(self, submission: Submission) -> SubmissionResult:
        refused = submission.error
        stages = tuple(
            self._not_taken(stage, refused)
            if refused is not None
            else self.grade_stage(stage.name, submission.folder / stage.name)
            for stage in self.course.stages.values()
        )
        withheld = [stage for stage in stages if stage.points is None]
        error = refused
        if withheld:
            error = say("error.withheld", stage=withheld[0].name, error=withheld[0].error)
        return SubmissionResult(
            student=submission.student,
            points=None if withheld else round(sum(stage.points or 0 for stage in stages), 4),
            max_points=sum(stage.max_points for stage in stages),
            first_incorrect=_first_incorrect(stages),
            error=error,
            stages=stages,
        )

    def grade_stage(self, stage_name: str, folder: Path) -> StageResult:
        """The result of one stage.

        Args:
            stage_name: the stage.
            folder: the folder that holds the stage's files as the student handed them in.
        """
        stage = self.course.stages[stage_name]
        began = time.monotonic()
        try:
            with speaking(self.course.words):
                made = self._grade_files(stage, folder)
        except AutograderError as error:
            return self._withheld(stage, str(error), time.monotonic() - began)
        except Exception as error:  # noqa: BLE001 - whatever fails here is ours: withhold the mark
            said = f"the grader failed ({type(error).__name__}: {error}); please report this"
            return self._withheld(stage, said, time.monotonic() - began)
        return replace(made, seconds=round(time.monotonic() - began, 3))

    def reference(self, stage_name: str) -> Reference:
        """The stage's reference, read once."""
        if stage_name not in self._references:
            stage = self.course.stages[stage_name]
            self._references[stage_name] = Reference(self.course, stage, self._seed)
        return self._references[stage_name]

    def _grade_files(self, stage: Stage, folder: Path) -> StageResult:
        source = read_file(folder, stage.file)
        notebook = _notebook_error(folder, stage)
        handed_in = source.content is not None
        if handed_in:
            judged, error = self._judge_source(stage, source.content or b"")
        else:
            judged = {
                item.name: Finding(item, Status.MISSING, "not_handed_in") for item in stage.objects
            }
            error = source.error or _absent(folder, stage)
        answers = read_file(folder, "exercises.yml")
        marked, answers_error = self._mark_exercises(stage, answers)
        objects = (*(self._object(stage, finding) for finding in judged.values()), *marked)
        errors = [text for text in (error, answers_error, notebook) if text]
        return StageResult(
            name=stage.name,
            points=round(sum(item.points for item in objects), 4),
            max_points=stage.max_points,
            first_incorrect=next(
                (name for name, finding in judged.items() if finding.status in FIRST_FAULTS), None
            ),
            error="; ".join(errors) or None,
            seconds=0.0,
            objects=objects,
            handed_in=handed_in,
        )

    def _judge_source(self, stage: Stage, source: bytes) -> tuple[dict[str, Finding], str | None]:
        reference = self.reference(stage.name)
        with Runner(self._launcher, self._answerer, stage, source, self.course.limits) as runner:
            if not isinstance(runner.loaded, Returned):
                unread = {
                    item.name: Finding(item, Status.NOT_JUDGED, "unreadable")
                    for item in stage.objects
                }
                return unread, load_error(runner.loaded, stage.file)
            runs = {call.function: runner.run(reference, call) for call in stage.calls}
            return diagnose(reference, runs, _asking(runner)), runner.error

    def _mark_exercises(self, stage: Stage, taken: Taken) -> tuple[list[ObjectResult], str | None]:
        error = taken.error
        answers: dict[str, exercises.Answer] = {}
        if taken.content is not None:
            try:
                answers = exercises.read_answers(taken.content)
            except exercises.UnreadableAnswers as unreadable:
                error = f"exercises.yml: {quoted(str(unreadable), 300)[1:-1]}"
        status = Status.MISSING if error is None else Status.NOT_JUDGED
        absent = say("not_answered" if error is None else "answers_unreadable")
        marked = []
        for exercise in stage.exercises:
            if exercise.key not in answers:
                verdict = ObjectResult(exercise.name, status, 0.0, exercise.points, message=absent)
            elif exercises.is_right(self._key(stage)[exercise.key], answers[exercise.key]):
                verdict = ObjectResult(
                    exercise.name,
                    Status.CORRECT,
                    exercise.points,
                    exercise.points,
                    message=say("right"),
                )
            else:
                verdict = ObjectResult(
                    exercise.name, Status.INCORRECT, 0.0, exercise.points, message=say("not_right")
                )
            marked.append(verdict)
        return marked, error

    def _key(self, stage: Stage) -> dict[str, Any]:
        if stage.name not in self._keys:
            path = self.course.root / "solutions" / stage.name / "exercises.yml"
            asked = [exercise.key for exercise in stage.exercises]
            self._keys[stage.name] = exercises.read_key(path, asked) if asked else {}
        return self._keys[stage.name]

    def _object(self, stage: Stage, finding: Finding) -> ObjectResult:
        return ObjectResult(
            name=finding.object.name,
            status=finding.status,
            points=points(finding, self.course.carried_forward),
            max_points=finding.object.points,
            cause=finding.cause,
            message=message(finding, stage.file, evidence=self.course.evidence),
            evidence=evidence_of(finding, self.course.evidence),
        )

    def _not_taken(self, stage: Stage, error: str) -> StageResult:
        absent = [
            ObjectResult(name, Status.MISSING, 0.0, worth, message=say("not_handed_in"))
            for name, worth in _worth(stage)
        ]
        return StageResult(
            name=stage.name,
            points=0.0,
            max_points=stage.max_points,
            first_incorrect=stage.objects[0].name,
            error=error,
            seconds=0.0,
            objects=tuple(absent),
            handed_in=False,
        )

    def _withheld(self, stage: Stage, error: str, seconds: float) -> StageResult:
        withheld = [
            ObjectResult(name, Status.NOT_JUDGED, 0.0, worth, message=say("withheld"))
            for name, worth in _worth(stage)
        ]
        return StageResult(
            name=stage.name,
            points=None,
            max_points=stage.max_points,
            first_incorrect=None,
            error=error,
            seconds=round(seconds, 3),
            objects=tuple(withheld),
        )


def _worth(stage: Stage) -> list[tuple[str, float]]:
    objects = [(item.name, item.points) for item in stage.objects]
    return objects + [(item.name, item.points) for item in stage.exercises]


def _first_incorrect(stages: tuple[StageResult, ...]) -> tuple[str, str] | None:
    """The first over all stages; one not handed in is passed over while another was."""
    counted = [stage for stage in stages if stage.handed_in] or list(stages)
    for stage in counted:
        if stage.first_incorrect is not None:
            return stage.name, stage.first_incorrect
    return None


def _absent(folder: Path, stage: Stage) -> str:
    """That the stage's file is not there, and where something like it lies instead."""
    others = [path.name for path in _entries(folder) if path.suffix == ".py"]
    if others:
        names = ", ".join(map(escaped, others[:5]))
        return say("error.found", file=stage.file, names=names)
    owner = folder.parent
    strays = [owner / stage.file, folder / stage.name / stage.file]
    strays += [
        path / stage.file
        for path in _entries(owner)
        if path.name != stage.name and path.name.lower() == stage.name.lower()
    ]
    lying = [escaped(str(path.relative_to(owner))) for path in strays if path.is_file()]
    due = f"{stage.name}/{stage.file}"
    if lying:
        return say("error.misplaced", file=stage.file, due=due, names=", ".join(lying))
    return say("error.absent", file=stage.file)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _notebook_error(folder: Path, stage: Stage) -> str | None:
    """What is wrong with the notebook, if one was handed in."""
    name = f"{stage.name}.ipynb"
    taken = read_file(folder, name, MAX_NOTEBOOK_BYTES)
    if taken.content is None:
        return taken.error
    if len(taken.content) > MAX_PARSED_BYTES:  # only looked at: parsed it may take 20 times as much
        ends = taken.content.strip()
        whole = ends[:1] == b"{" and ends[-1:] == b"}" and b'"cells"' in ends
        return None if whole else say("error.notebook", file=name)
    try:
        cells = json.loads(taken.content)["cells"]
        broken = not isinstance(cells, list)
    except (ValueError, KeyError, TypeError, RecursionError):
        broken = True
    return say("error.notebook", file=name) if broken else None


def _asking(runner: Runner) -> Callable[[str, tuple[Any, ...]], Any]:
    """The student's own functions as diagnosis may ask them."""

    def ask(function: str, args: tuple[Any, ...]) -> Any:
        outcome = runner.ask(function, args)
        if not isinstance(outcome, Returned):
            raise Unavailable(function)
        return outcome.value

    return ask
