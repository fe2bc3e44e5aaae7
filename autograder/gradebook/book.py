"""`autograder grade submitted/ --gradebook`: results into nbgrader's folders and database.

Knows which submissions are due, and writes each as a whole: notebook and page are made aside, then
the database is committed, then both take their places, then the stamp says that it is done. A run
that is stopped anywhere leaves what stood before or what was to come, and is taken up again.
"""

from __future__ import annotations

import shutil
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import OperationalError

from autograder.course import Course
from autograder.errors import UsageError
from autograder.gradebook.cells import misfit
from autograder.gradebook.changes import Change, changes, previous_marks
from autograder.gradebook.fast import Notebooks, Pages
from autograder.gradebook.marks import due_dates, marks_digests
from autograder.gradebook.settings import read_settings
from autograder.gradebook.stamp import (
    Stamp,
    digest_course,
    digest_file,
    digest_submission,
    only_one,
    read_stamp,
    remove_stamp,
    write_stamp,
)
from autograder.gradebook.transaction import Transaction, one_gradebook
from autograder.result import StageResult, SubmissionResult
from autograder.submission import Submission

ASIDE = ".unfinished"
TRIES = 3
"""So often a submission is written while other programs hold the database locked."""


class State(Enum):
    """What a submission needs."""

    DUE = "due"
    PAGE = "only its page is behind"
    DONE = "done"


@dataclass
class Tally:
    """What a run came to."""

    written: int = 0
    pages: int = 0
    skipped: int = 0
    changed: int = 0
    failed: list[str] = field(default_factory=list)


class Book:
    """The gradebook of one run.

    Attributes:
        tally: what was done so far.
    """

    def __init__(
        self,
        course: Course,
        settings: Any,
        database: Transaction,
        *,
        force: bool,
        dry_run: bool,
        tell: Callable[[str], None],
    ) -> None:
        self.tally = Tally()
        self._course = course
        self._root = Path(settings.coursedir.root)
        self._dirs = settings.coursedir
        self._database = database
        self._force = force
        self._dry_run = dry_run
        self._tell = tell
        aside = CourseDirectory(config=settings.config)
        aside.autograded_directory = str(Path(self._dirs.autograded_directory, ASIDE))
        aside.feedback_directory = str(Path(self._dirs.feedback_directory, ASIDE))
        self._aside = aside
        self._notebooks = Notebooks(course, aside, settings.config, settings.log)
        self._pages = Pages(aside, settings.config, settings.log)
        self._course_digests = {name: digest_course(course.root, name) for name in course.stages}
        self._handed_in: dict[tuple[str, str], str] = {}

    def due(self, submissions: Sequence[Submission], *, all_results: bool) -> list[Submission]:
        """The students who have anything to grade; pages that are merely behind are made here.

        Args:
            submissions: all that were named.
            all_results: somebody wants everyone's result: only writing is skipped.

        Raises:
            UsageError: a submission lies where nbgrader does not look for it, or a stage's cells
                do not fit the course.
        """
        self._place_of(submissions)
        stages = self._stages_of(submissions)
        self._check_cells(stages)
        dates = {stage: due_dates(self._database.gradebook, stage) for stage in stages}
        marks = {stage: marks_digests(self._database.gradebook, stage) for stage in stages}
        left = []
        for submission in submissions:
            student = submission.folder.name
            needs = {
                stage: self._state(student, stage, dates[stage], marks[stage])
                for stage in self._stages_of([submission])
            }
            if all_results or State.DUE in needs.values():
                left.append(submission)
                continue
            for stage, state in needs.items():
                self._settle(student, stage, state)
        return left

    def take(
        self, results: Iterable[SubmissionResult], submissions: Sequence[Submission]
    ) -> Iterator[SubmissionResult]:
        """The same results, each written where it is due before it is handed on."""
        for submission, result in zip(submissions, results, strict=True):
            handed_in = set(self._stages_of([submission]))
            for stage in result.stages:
                if stage.name in handed_in:
                    self._write_safely(submission.folder.name, stage)
            yield result

    def close(self) -> None:
        """Leave no empty folder of drafts behind."""
        for directory in (self._aside.autograded_directory, self._aside.feedback_directory):
            place = self._root / directory
            for folder in sorted(place.glob("*"), reverse=True):
                _remove_empty(folder)
            _remove_empty(place)

    def _stages_of(self, submissions: Iterable[Submission]) -> list[str]:
        folders = [submission.folder for submission in submissions]
        return [
            stage
            for stage in self._course.stages
            if any((folder / stage).is_dir() for folder in folders)
        ]

    def _place_of(self, submissions: Iterable[Submission]) -> None:
        for submission in submissions:
            for stage in self._stages_of([submission]):
                name = submission.folder.name
                wanted = self._dirs.format_path(self._dirs.submitted_directory, name, stage)
                if Path(wanted) != submission.folder.parent.resolve() / name / stage:
                    raise UsageError(
                        f"{submission.student}/{stage}: nbgrader looks for it at {wanted}; "
                        "put it there, by hand or by `nbgrader collect` or `nbgrader zip_collect`"
                    )

    def _check_cells(self, stages: Iterable[str]) -> None:
        found = [misfit(self._database.gradebook, self._course.stages[name]) for name in stages]
        said = [text for text in found if text is not None]
        if said:
            raise UsageError("\n".join(said))

    def _state(
        self, student: str, stage: str, dates: dict[str, str], marks: dict[str, str]
    ) -> State:
        """What the submission needs; remembers what it was when it was looked at."""
        folder = Path(self._dirs.format_path(self._dirs.submitted_directory, student, stage))
        key = (student, stage)
        if key not in self._handed_in:
            self._handed_in[key] = digest_submission(folder)
        stamp = read_stamp(self._root, stage, student)
        now = (self._course_digests[stage], self._handed_in[key], dates.get(student, dates[""]))
        if self._force or stamp is None or now != (stamp.course, stamp.handed_in, stamp.due):
            return State.DUE
        notebook, page = self._files(self._dirs, student, stage)
        if digest_file(notebook) != stamp.notebook:
            return State.DUE
        behind = (marks.get(student), digest_file(page)) != (stamp.marks, stamp.page)
        return State.PAGE if behind else State.DONE

    def _settle(self, student: str, stage: str, state: State) -> None:
        if state is State.DONE:
            self.tally.skipped += 1
        elif not self._dry_run:
            with self._failing(student, stage):
                self._write(student, stage, None)

    def _write_safely(self, student: str, result: StageResult) -> None:
        try:
            student.encode("utf-8")
        except UnicodeEncodeError:
            self._fail(student, result.name, "nbgrader cannot hold a student named so")
            return
        with self._failing(student, result.name):
            self._write(student, result.name, result)

    @contextmanager
    def _failing(self, student: str, stage: str) -> Iterator[None]:
        """One submission that fails stops no other."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - nbgrader's plugins may raise anything
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            self._fail(student, stage, f"{type(error).__name__}: {error} ({place})")

    def _fail(self, student: str, stage: str, said: str) -> None:
        shown = student.encode("utf-8", "backslashreplace").decode("utf-8")
        self.tally.failed.append(f"{shown}/{stage}: not written: {said}")

    def _write(self, student: str, stage: str, result: StageResult | None) -> None:
        """Write one submission; without a result only its page."""
        for left in reversed(range(TRIES)):
            try:
                with only_one(self._root, stage, student), self._database() as commit:
                    self._write_locked(student, stage, result, commit)
                return
            except OperationalError:
                if not left:
                    raise

    def _write_locked(
        self, student: str, stage: str, result: StageResult | None, commit: Callable[[], None]
    ) -> None:
        gradebook = self._database.gradebook
        dates = due_dates(gradebook, stage)
        if self._state(student, stage, dates, marks_digests(gradebook, stage, student)) is (
            State.DONE
        ):  # as before, or another run was quicker
            self.tally.skipped += 1
            return
        if result is not None:
            moved = list(changes(student, previous_marks(gradebook, stage, student), result))
            self._announce(moved)
        if self._dry_run:
            return
        aside = self._files(self._aside, student, stage)
        try:
            self._make(student, stage, result)
            due = due_dates(gradebook, stage)
            stamp = Stamp(
                course=self._course_digests[stage],
                handed_in=self._handed_in[student, stage],
                due=due.get(student, due[""]),
                marks=marks_digests(gradebook, stage, student)[student],
                notebook=digest_file(aside[0] if result else self._files(self._dirs, student, stage)[0]),
                page=digest_file(aside[1]),
            )
            remove_stamp(self._root, stage, student)
            commit()
            places = self._files(self._dirs, student, stage)
            for new, place in list(zip(aside, places, strict=True))[0 if result else 1 :]:
                _take_place(new.parent, place.parent)
            write_stamp(self._root, stage, student, stamp)
        finally:
            for path in aside:
                shutil.rmtree(path.parent, ignore_errors=True)
        if result is None:
            self.tally.pages += 1
        else:
            self.tally.written += 1

    def _announce(self, moved: Sequence[Change]) -> None:
        self.tally.changed += len(moved)
        for change in moved:
            self._tell(str(change))

    def _make(self, student: str, stage: str, result: StageResult | None) -> None:
        """Notebook, marks and page, aside."""
        for path in self._files(self._aside, student, stage):
            shutil.rmtree(path.parent, ignore_errors=True)  # of a run that was stopped
        if result is None:
            self._notebooks.assign_penalty(student, stage)
            source = self._dirs.autograded_directory
        else:
            self._notebooks.put(student, result)
            source = self._aside.autograded_directory
        self._pages.put(student, stage, source)

    def _files(self, dirs: Any, student: str, stage: str) -> tuple[Path, Path]:
        """The autograded notebook and the feedback page."""
        made = Path(dirs.format_path(dirs.autograded_directory, student, stage))
        page = Path(dirs.format_path(dirs.feedback_directory, student, stage))
        return made / f"{stage}.ipynb", page / f"{stage}.html"


@contextmanager
def open_book(
    course: Course, *, force: bool, dry_run: bool, tell: Callable[[str], None]
) -> Iterator[Book]:
    """The gradebook of a course, for one run.

    Args:
        course: the course.
        force: write also what is done and unchanged.
        dry_run: write nothing; only tell which marks would change.
        tell: called with a line for each mark that changes, before it is written.

    Raises:
        UsageError: the course has no configuration for nbgrader, or no gradebook yet.
    """
    settings = read_settings(course.root)
    url = settings.coursedir.db_url
    engine = create_engine(url)
    try:
        known = "assignment" in inspect(engine).get_table_names()
    finally:
        engine.dispose()
    if not known:
        raise UsageError("there is no gradebook yet: run `nbgrader generate_assignment STAGE` first")
    with one_gradebook(url, settings.coursedir.course_id) as database:
        book = Book(course, settings, database, force=force, dry_run=dry_run, tell=tell)
        try:
            yield book
        finally:
            book.close()


def _take_place(new: Path, place: Path) -> None:
    """Put the folder `new` where `place` is."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        old = new.with_name(f"{new.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        place.rename(old)
        new.rename(place)
        shutil.rmtree(old, ignore_errors=True)
    else:
        new.rename(place)


def _remove_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return
