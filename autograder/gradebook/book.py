"""`autograder grade submitted/ --gradebook`: a run's results into nbgrader's folders and database.

Knows which submissions are due, and counts what became of each. How one is written as a whole is
`writing`'s.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import make_url

from autograder.course import Course
from autograder.errors import UsageError
from autograder.gradebook.cells import misfit
from autograder.gradebook.changes import Change
from autograder.gradebook.settings import read_settings
from autograder.gradebook.transaction import Transaction, one_gradebook
from autograder.gradebook.writing import State, Writer
from autograder.result import StageResult, SubmissionResult
from autograder.submission import Submission, escaped


@dataclass
class Tally:
    """What a run came to: numbers of submissions, a submission being one stage of one student.

    Attributes:
        did: by what was done; `DONE`: nothing, it was done before.
        changed: marks that became others.
        failed: a line for each submission that was not written.
        left_out: a line for each stage that cannot be written.
    """

    did: dict[State, int] = field(default_factory=lambda: dict.fromkeys(State, 0))
    changed: int = 0
    failed: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


class Book:
    """The gradebook of one run.

    Attributes:
        tally: what was done so far.
    """

    def __init__(
        self,
        course: Course,
        database: Transaction,
        writer: Writer,
        tell: Callable[[Change], None],
        *,
        dry_run: bool,
    ) -> None:
        self.tally = Tally()
        self._course = course
        self._database = database
        self._writer = writer
        self._tell = tell
        self._dry_run = dry_run
        self._stages: set[str] = set()

    def due(self, submissions: Sequence[Submission], *, everyone: bool) -> list[Submission]:
        """The students who have anything to grade; pages that are merely behind are made here.

        Args:
            submissions: all that were named.
            everyone: everyone's result is wanted, so that only writing can be spared.

        Raises:
            UsageError: a submission lies where nbgrader does not look for it, or no stage's cells
                fit the course.
        """
        self._check_places(submissions)
        students = {
            stage: [s.folder.name for s in submissions if (s.folder / stage).is_dir()]
            for stage in self._course.stages
        }
        self._stages = self._fitting([stage for stage, names in students.items() if names])
        needs = {stage: self._writer.states(stage, students[stage]) for stage in self._stages}
        left = []
        for submission in submissions:
            student = submission.folder.name
            states = {stage: of[student] for stage, of in needs.items() if student in of}
            if everyone or not states or State.DUE in states.values():
                left.append(submission)
                continue
            for stage in states:
                self._write(student, stage, None)
        return left

    def take(
        self, results: Iterable[SubmissionResult], submissions: Sequence[Submission]
    ) -> Iterator[SubmissionResult]:
        """The same results, each written where it is due before it is handed on."""
        for submission, result in zip(submissions, results, strict=True):
            for stage in result.stages:
                if stage.name in self._stages and (submission.folder / stage.name).is_dir():
                    self._write(submission.folder.name, stage.name, stage)
            yield result

    def _check_places(self, submissions: Iterable[Submission]) -> None:
        for submission in submissions:
            place = Path(submission.folder.parent.resolve(), submission.folder.name)
            for stage in self._course.stages:
                wanted = self._writer.places.submitted(place.name, stage)
                if (place / stage).is_dir() and place / stage != wanted:
                    raise UsageError(
                        f"{submission.student}/{stage}: nbgrader looks for it at "
                        f"{escaped(str(wanted))}; put it there, by hand or by `nbgrader collect` "
                        "or `nbgrader zip_collect`"
                    )

    def _fitting(self, stages: Sequence[str]) -> set[str]:
        """Those that can be written; of the others the tally says why not.

        Raises:
            UsageError: none can.
        """
        gradebook = self._database.gradebook
        found = {name: misfit(gradebook, self._course.stages[name]) for name in stages}
        self.tally.left_out = [text for text in found.values() if text is not None]
        fitting = {name for name, text in found.items() if text is None}
        if stages and not fitting:
            raise UsageError("\n".join(self.tally.left_out))
        return fitting

    def _write(self, student: str, stage: str, result: StageResult | None) -> None:
        try:
            student.encode("utf-8")
            state = self._written(student, stage, result)
        except UnicodeEncodeError:
            self._fail(student, stage, "nbgrader cannot hold a student named so")
        except Exception as error:  # noqa: BLE001 - one that fails, in whatever way, stops no other
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            self._fail(student, stage, f"{type(error).__name__}: {error} ({place})")
        else:
            self.tally.did[state] += 1

    def _written(self, student: str, stage: str, result: StageResult | None) -> State:
        if not self._dry_run:
            return self._writer.write(student, stage, result, self._announce)
        state = self._writer.states(stage, [student])[student]
        if state is State.DUE and result is not None:
            for change in self._writer.compare(student, result):
                self._announce(change)
        return state

    def _announce(self, change: Change) -> None:
        self.tally.changed += 1
        self._tell(change)

    def _fail(self, student: str, stage: str, said: str) -> None:
        self.tally.failed.append(f"{escaped(student)}/{stage}: not written: {said}")


@contextmanager
def open_book(
    course: Course, *, force: bool, dry_run: bool, tell: Callable[[Change], None]
) -> Iterator[Book]:
    """The gradebook of a course, for one run.

    Args:
        course: the course.
        force: write also what is done and unchanged.
        dry_run: write nothing; only tell which marks would change.
        tell: called with each mark that changes, before it is written.

    Raises:
        UsageError: the course has no configuration for nbgrader, or no gradebook yet.
    """
    settings: Any = read_settings(course.root)
    url = settings.coursedir.db_url
    if not _stands(url):
        raise UsageError(
            "there is no gradebook yet: run `nbgrader generate_assignment STAGE` for each stage"
        )
    with one_gradebook(url, settings.coursedir.course_id) as database:
        writer = Writer(course, settings, database, force=force)
        try:
            yield Book(course, database, writer, tell, dry_run=dry_run)
        finally:
            writer.places.close()


def _stands(url: str) -> bool:
    """Whether there is a gradebook at `url`; looking must not make one."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite" and not Path(place.database or "").is_file():
        return False
    engine = create_engine(url)
    try:
        return "assignment" in inspect(engine).get_table_names()
    finally:
        engine.dispose()
