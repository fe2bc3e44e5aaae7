"""Writes one submission into gradebook and folders as a whole, or leaves it as it was.

Notebook and page are made aside; then the database is committed; then both take their places; then
the stamp says that it is done. A run that is stopped on the way is taken up again there.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy.exc import OperationalError

from autograder.course import Course
from autograder.gradebook.changes import Change, changes, previous_marks
from autograder.gradebook.fast import Notebooks, Pages
from autograder.gradebook.marks import due_dates, marks_digests
from autograder.gradebook.places import Places
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
from autograder.gradebook.transaction import Transaction
from autograder.result import StageResult

TRIES = 10
"""So often a submission is written while other programs keep the database locked."""


Facts = dict[str, str]
"""By student, a text for something of a stage that the gradebook holds."""


class State(Enum):
    """What a submission needs, or what was done to it."""

    DUE = "due"
    PAGE = "only its page is behind"
    DONE = "done"


class Writer:
    """Writes submissions of one course.

    Args:
        course: the course.
        settings: the nbgrader application that holds the configuration.
        database: the gradebook of this run.
        force: whether what is done and unchanged is due all the same.

    Attributes:
        places: where submissions lie.
    """

    def __init__(
        self, course: Course, settings: Any, database: Transaction, *, force: bool
    ) -> None:
        self.places = Places(settings.coursedir, settings.config)
        self._root = Path(settings.coursedir.root)
        self._database = database
        self._force = force
        aside, log = self.places.aside, _heard(settings.log)
        self._notebooks = Notebooks(course, aside, settings.config, log)
        self._pages = Pages(aside, settings.config, log)
        self._course = digest_course(course.root, course.stages)
        self._handed_in: dict[tuple[str, str], str] = {}

    def states(self, stage: str, students: list[str]) -> dict[str, State]:
        """What each submission needs. What it is now is what its marks will be remembered for."""
        of = (self._database.gradebook, stage, students[0] if len(students) == 1 else None)
        asked = cache(lambda: (due_dates(*of), marks_digests(*of)))
        return {student: self._state(student, stage, asked) for student in students}

    def compare(self, student: str, result: StageResult) -> list[Change]:
        """The marks that would change; nothing is written."""
        old = previous_marks(self._database.gradebook, result.name, student)
        return list(changes(student, old, result))

    def write(
        self, student: str, stage: str, result: StageResult | None, tell: Callable[[Change], None]
    ) -> State:
        """Write the submission as far as it is due.

        Args:
            student: the student.
            stage: the stage.
            result: what grading found; None: nobody has graded, it is only its page.
            tell: called with each mark that changes, before it is written.

        Returns:
            What it needed, and so what was done; also `DONE` where it needs to be graded first.
        """
        told: dict[str, Change] = {}

        def tell_once(change: Change) -> None:
            if change.object not in told:
                tell(told.setdefault(change.object, change))

        for left in reversed(range(TRIES)):
            try:
                with only_one(self._root, stage, student), self._database() as commit:
                    return self._write(student, stage, result, tell_once, commit)
            except OperationalError:
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")

    def _write(
        self,
        student: str,
        stage: str,
        result: StageResult | None,
        tell: Callable[[Change], None],
        commit: Callable[[], None],
    ) -> State:
        state = self.states(stage, [student])[student]  # another run may have been quicker
        if state is State.DONE or (state is State.DUE and result is None):
            return State.DONE
        self.places.clear(student, stage)
        try:
            if state is State.PAGE or result is None:
                self._make_page(student, stage)
            else:
                for change in self.compare(student, result):
                    tell(change)
                self._notebooks.put(student, result)
                self._pages.put(student, stage, self.places.aside.autograded_directory)
            stamp = self._stamp(student, stage)
            remove_stamp(self._root, stage, student)
            commit()
            self.places.finish(student, stage)
            write_stamp(self._root, stage, student, stamp)
        finally:
            self.places.clear(student, stage)
        return state

    def _make_page(self, student: str, stage: str) -> None:
        self._notebooks.assign_penalty(student, stage)
        self._pages.put(student, stage, self.places.finished.autograded_directory)

    def _stamp(self, student: str, stage: str) -> Stamp:
        gradebook, places = self._database.gradebook, self.places
        dates = due_dates(gradebook, stage, student)
        made = places.notebook(student, stage, aside=True)
        return Stamp(
            course=self._course[stage],
            handed_in=self._handed_in[student, stage],
            due=dates.get(student, dates[""]),
            marks=marks_digests(gradebook, stage, student)[student],
            notebook=digest_file(made) or digest_file(places.notebook(student, stage)),
            page=digest_file(places.page(student, stage, aside=True)),
        )

    def _state(self, student: str, stage: str, asked: Callable[[], tuple[Facts, Facts]]) -> State:
        places = self.places
        key = (student, stage)
        if key not in self._handed_in:
            self._handed_in[key] = digest_submission(places.submitted(student, stage))
        stamp = read_stamp(self._root, stage, student)
        if self._force or stamp is None:
            return State.DUE
        dates, marks = asked()
        now = (self._course[stage], self._handed_in[key], dates.get(student, dates[""]))
        if now != (stamp.course, stamp.handed_in, stamp.due):
            return State.DUE
        if digest_file(places.notebook(student, stage)) != stamp.notebook:
            return State.DUE
        page = digest_file(places.page(student, stage))
        same = (marks.get(student), page) == (stamp.marks, stamp.page)
        return State.DONE if same else State.PAGE


def _heard(log: Any) -> Any:
    """A log that takes the trouble only with what a handler of `log` lets through."""
    heard = log.getChild("gradebook")
    heard.setLevel(min(handler.level for handler in log.handlers))
    return heard
