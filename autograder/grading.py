"""One submission from folder to result: files read, code run in a worker, objects judged.

Holds the references and the launcher of workers; no student's code ever runs in this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from autograder import exercises
from autograder.answerer import Answerer
from autograder.course import Course, Stage
from autograder.diagnosis import diagnose
from autograder.errors import AutograderError, HarnessError
from autograder.finding import Finding
from autograder.handed_in import HandedIn, read_stage
from autograder.limits import Isolation
from autograder.marks import points
from autograder.messages import evidence_of, load_error, message, quoted
from autograder.outcome import Died, Returned
from autograder.prepared import Prepared
from autograder.reference import Reference, Unavailable
from autograder.result import FAULTS, ObjectResult, StageResult, Status, SubmissionResult
from autograder.runs import Runner
from autograder.seed import read_seed
from autograder.submission import Submission, Taken, misplaced
from autograder.words import say, speaking
from autograder.worker.launch import Launcher


class Grader:
    """Grades submissions of one course, one after the other; a context manager.

    Args:
        course: the course.
        isolation: the isolation wanted: `auto` takes the strongest that holds here; None: judges
            only what no code has to be run for.
        seed: what hidden cases are drawn from; the course's own by default.
    """

    def __init__(
        self, course: Course, isolation: Isolation | None = "auto", seed: int | None = None
    ) -> None:
        self.course = course
        self._seed = read_seed(course.root) if seed is None else seed
        self._launcher = None if isolation is None else Launcher(isolation)
        self._answerer = Answerer(course.limits.memory_mb)
        self._prepared = Prepared(self._answerer)
        self._references: dict[str, Reference] = {}
        self._keys: dict[str, dict[str, Any]] = {}

    @property
    def isolation(self) -> Isolation:
        """The isolation level in force."""
        if self._launcher is None:
            raise HarnessError("no isolation was tried")
        return self._launcher.level

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends every process that was started."""
        self._answerer.close()
        if self._launcher is not None:
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
        if submission.error is not None:
            return self.combined(submission, self.refused(submission.error))
        stages = [self.grade_stage(name, submission.folder / name) for name in self.course.stages]
        return self.combined(submission, stages)

    def grade_stage(self, stage_name: str, folder: Path) -> StageResult:
        """The result of one stage.

        Args:
            stage_name: the stage.
            folder: the folder that holds the stage's files as the student handed them in.
        """
        stage = self.course.stages[stage_name]
        try:
            handed_in = self.read(stage, folder)
        except Exception as error:  # noqa: BLE001 - whatever fails here is ours: withhold the mark
            return self.failed(stage, error)
        return self.judge(handed_in)

    def read(self, stage: Stage, folder: Path) -> HandedIn:
        """What was handed in of a stage, with what is said of it in the course's language."""
        with speaking(self.course.words):
            return read_stage(stage, folder)

    def judge(self, handed_in: HandedIn) -> StageResult:
        """The result of one stage as it was handed in."""
        stage = self.course.stages[handed_in.stage]
        began = time.monotonic()
        try:
            with speaking(self.course.words):
                made = self._grade_files(stage, handed_in)
        except AutograderError as error:
            made = self.withheld(stage, str(error))
        except Exception as error:  # noqa: BLE001 - whatever fails here is ours: withhold the mark
            made = self.failed(stage, error)
        spent_s = time.monotonic() - began if made.handed_in else 0.0  # nothing was run
        return replace(made, seconds=round(spent_s, 3))

    def refused(self, error: str) -> list[StageResult]:
        """The results of a submission of which nothing can be taken."""
        return [self._not_taken(stage, error) for stage in self.course.stages.values()]

    def withheld(self, stage: Stage, error: str) -> StageResult:
        """The result of a stage that the grader failed on."""
        with speaking(self.course.words):
            said = say("withheld")
        objects = [
            ObjectResult(name, Status.NOT_JUDGED, 0.0, worth, message=said)
            for name, worth in _worth(stage)
        ]
        return StageResult(
            name=stage.name,
            points=None,
            max_points=stage.max_points,
            first_incorrect=None,
            error=error,
            seconds=0.0,
            objects=tuple(objects),
            final=False,
        )

    def reference(self, stage_name: str) -> Reference:
        """The stage's reference, read once."""
        if stage_name not in self._references:
            stage = self.course.stages[stage_name]
            self._references[stage_name] = Reference(self.course, stage, self._seed)
        return self._references[stage_name]

    def _grade_files(self, stage: Stage, handed_in: HandedIn) -> StageResult:
        source, error = handed_in.source, handed_in.source.error
        final = True
        if source.content is not None:
            judged, error, final = self._judge_source(stage, source.content)
        else:
            judged = {
                item.name: Finding(item, Status.MISSING, "not_handed_in") for item in stage.objects
            }
        marked, answers_error = self._mark_exercises(stage, handed_in.answers)
        objects = (*(self._object(stage, finding) for finding in judged.values()), *marked)
        errors = [text for text in (error, answers_error, handed_in.notebook) if text]
        return StageResult(
            name=stage.name,
            points=round(sum(item.points for item in objects), 4),
            max_points=stage.max_points,
            first_incorrect=next(
                (name for name, finding in judged.items() if finding.status in FAULTS), None
            ),
            error="; ".join(errors) or None,
            seconds=0.0,
            objects=objects,
            handed_in=source.content is not None,
            final=final,
        )

    def _judge_source(
        self, stage: Stage, source: bytes
    ) -> tuple[dict[str, Finding], str | None, bool]:
        """Findings, the stage's error, and whether no worker died over it and none was hurried."""
        reference = self.reference(stage.name)
        if self._launcher is None:
            raise HarnessError("student code is to be run where no worker can be")
        limits = self.course.limits
        with Runner(self._launcher, self._prepared, reference, source, limits) as runner:
            if not isinstance(runner.loaded, Returned):
                unread = {
                    item.name: Finding(item, Status.NOT_JUDGED, "unreadable")
                    for item in stage.objects
                }
                died = isinstance(runner.loaded, Died)
                return unread, load_error(runner.loaded, stage.file), not died
            findings = diagnose(reference, runner.runs(), _asking(runner))
            return findings, runner.error, runner.error is None and runner.is_unhurried

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
        unknown = exercises.unknown_keys(answers, [item.key for item in stage.exercises])
        marked = []
        for exercise in stage.exercises:
            if exercise.key not in answers:
                slips = (quoted(told, 150)[1:-1] for told, near in unknown if near == exercise.key)
                said = "; ".join([absent, *slips])
                verdict = ObjectResult(exercise.name, status, 0.0, exercise.points, message=said)
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

    def failed(self, stage: Stage, error: Exception) -> StageResult:
        """The result of a stage over which the grader itself met an error."""
        said = f"the grader failed ({type(error).__name__}: {error}); please report this"
        return self.withheld(stage, said)

    def combined(self, submission: Submission, stages: Sequence[StageResult]) -> SubmissionResult:
        """The result of a submission from those of its stages, in the course's order."""
        withheld = [stage for stage in stages if stage.points is None]
        error = submission.error
        with speaking(self.course.words):
            if withheld:
                error = say("error.withheld", stage=withheld[0].name, error=withheld[0].error)
            elif error is None and not any(stage.handed_in for stage in stages):
                error = misplaced(submission.folder, self.course.left_out)
        return SubmissionResult(
            student=submission.student,
            points=None if withheld else round(sum(stage.points or 0 for stage in stages), 4),
            max_points=sum(stage.max_points for stage in stages),
            first_incorrect=_first_incorrect(tuple(stages)),
            error=error,
            stages=tuple(stages),
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


def _asking(runner: Runner) -> Callable[[str, tuple[Any, ...]], Any]:
    """The student's own functions as diagnosis may ask them."""

    def ask(function: str, args: tuple[Any, ...]) -> Any:
        outcome = runner.ask(function, args)
        if not isinstance(outcome, Returned):
            raise Unavailable(function)
        for given, left in zip(args, outcome.args, strict=True):
            is_open = isinstance(given, np.ndarray) and given.flags.writeable
            if is_open and np.shape(left) == given.shape:
                given[...] = left
        return outcome.value

    return ask
