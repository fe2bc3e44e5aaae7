"""nbgrader's interface to the gradebook, which asks the database once for what it is asked often.

What belongs to the course is read once a run; a submission's records, its marks and its comments
are read together and kept until it is done with. Knows nothing of what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Course,
    Grade,
    Gradebook,
    Notebook,
    SourceCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import Column, inspect, select
from sqlalchemy.orm import undefer

OF_COURSE = (Course, Assignment, Notebook, BaseCell, SourceCell)
OF_MANY_MARKS = (SubmittedAssignment, SubmittedNotebook, Student)
"""Their scores are computed from other records; those of a grade are forgotten with its change."""


class Remembering(Gradebook):  # type: ignore[misc]  # nbgrader has no types
    """`Gradebook` for many steps and submissions, one after the other, that share it."""

    def __init__(self, url: str, course_id: str) -> None:
        super().__init__(url, course_id)
        self.db().expire_on_commit = False
        self._of_course: dict[Any, Any] = {}
        self._of_submission: dict[Any, Any] = {}

    def close(self) -> None:
        """Nothing: a step closes what it has opened, and it is open for all of them."""

    def settle(self) -> None:
        """Write what has changed; what the database computes from it is asked for again."""
        self.db.flush()
        for record in self.db:
            if isinstance(record, OF_MANY_MARKS) and (known := _computed(record)):
                self.db.expire(record, known)

    def forget(self, *, failed: bool) -> None:
        """Let go of the submission at hand; where it failed, of all that is known."""
        self._of_submission.clear()
        if failed:
            self._of_course.clear()
            self.db.expunge_all()
        for record in list(self.db):
            if not isinstance(record, OF_COURSE):
                self.db.expunge(record)

    def find_assignment(self, name: str) -> Any:
        """See `Gradebook`, as for all below."""
        return _once(self._of_course, super().find_assignment, name)

    def find_notebook(self, name: str, assignment: str) -> Any:
        """With its cells, which its grades and comments belong to."""
        found = _once(self._of_course, super().find_notebook, name, assignment)
        found.grade_cells  # noqa: B018 - read with the others and held from now on
        return found

    def find_source_cell(self, name: str, notebook: str, assignment: str) -> Any:
        """One of the notebook's."""
        cells = self.find_notebook(notebook, assignment).source_cells
        return _named(cells, name) or super().find_source_cell(name, notebook, assignment)

    def find_graded_cell(self, name: str, notebook: str, assignment: str) -> Any:
        """One of the notebook's."""
        cells = self.find_notebook(notebook, assignment).grade_cells
        return _named(cells, name) or super().find_graded_cell(name, notebook, assignment)

    def find_submission(self, assignment: str, student: str) -> Any:
        """Asked for once a submission."""
        return _once(self._of_submission, super().find_submission, assignment, student)

    def find_submission_notebook(self, notebook: str, assignment: str, student: str) -> Any:
        """Asked for once a submission."""
        where = (notebook, assignment, student)
        return _once(self._of_submission, super().find_submission_notebook, *where)

    def find_grade(self, grade_cell: str, notebook: str, assignment: str, student: str) -> Any:
        """One of the notebook's."""
        where = (notebook, assignment, student)
        options = undefer(Grade.max_score)
        return self._one(Grade, "score", grade_cell, where, options) or super().find_grade(
            grade_cell, *where
        )

    def find_comment(self, solution_cell: str, notebook: str, assignment: str, student: str) -> Any:
        """One of the notebook's."""
        where = (notebook, assignment, student)
        return self._one(Comment, "comment", solution_cell, where) or super().find_comment(
            solution_cell, *where
        )

    def _one(
        self, kind: Any, computed: str, name: str, where: tuple[str, str, str], *options: Any
    ) -> Any:
        """The record of a cell, read with all others of its kind where it is not known."""
        known = self._of_submission.get((kind, *where), {})
        if name not in known or computed not in known[name].__dict__:
            self.find_notebook(*where[:2])
            of = self.find_submission_notebook(*where).id
            found = self.db.scalars(select(kind).where(kind.notebook_id == of).options(*options))
            known = {record.name: record for record in found}
            self._of_submission[(kind, *where)] = known
        return known.get(name)


def _once(known: dict[Any, Any], find: Callable[..., Any], *names: str) -> Any:
    key = (find.__name__, *names)
    if key not in known:
        known[key] = find(*names)
    return known[key]


def _named(cells: Iterable[Any], name: str) -> Any:
    return next((cell for cell in cells if cell.name == name), None)


def _computed(record: Any) -> list[str]:
    """What is known of a record and was computed by the database."""
    properties = inspect(type(record)).column_attrs
    computed = (known.key for known in properties if not isinstance(known.expression, Column))
    return [name for name in computed if name in record.__dict__]
