"""nbgrader's interface to the gradebook, which asks the database once for what it is asked often.

What belongs to the course is read once a run; a submission's records, its marks and its comments
are read together and kept until it is done with. Knows nothing of what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
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
from sqlalchemy import Column, bindparam, inspect, select
from sqlalchemy.orm import undefer

OF_COURSE = (Course, Assignment, Notebook, BaseCell, SourceCell)
OF_MANY_MARKS = (SubmittedAssignment, SubmittedNotebook, Student)
"""Their scores are computed from other records."""


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
        """A step commits: what the database computes from what has changed is asked for again.

        Any question to the database writes first what has changed.
        """
        for record in self.db:
            may_differ = isinstance(record, OF_MANY_MARKS) or inspect(record).modified
            if may_differ and (known := _computed(record)):
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
        """One of the submission's."""
        notebooks = self.find_submission(assignment, student).notebooks
        where = (notebook, assignment, student)
        return _named(notebooks, notebook) or super().find_submission_notebook(*where)

    def find_grade(self, grade_cell: str, notebook: str, assignment: str, student: str) -> Any:
        """One of the notebook's."""
        where = (notebook, assignment, student)
        known = self._one(_grades(), "score", grade_cell, where)
        return known or super().find_grade(grade_cell, *where)

    def find_comment(self, solution_cell: str, notebook: str, assignment: str, student: str) -> Any:
        """One of the notebook's."""
        where = (notebook, assignment, student)
        known = self._one(_comments(), "comment", solution_cell, where)
        return known or super().find_comment(solution_cell, *where)

    def _one(self, all_of: Any, computed: str, name: str, where: tuple[str, str, str]) -> Any:
        """The record of a cell, read with all others of its kind where it is not known."""
        known = self._of_submission.get((all_of, *where), {})
        if name not in known or computed not in known[name].__dict__:
            self.find_notebook(*where[:2])
            found = self.db.scalars(all_of, {"of": self.find_submission_notebook(*where).id})
            known = {record.name: record for record in found}
            self._of_submission[(all_of, *where)] = known
        return known.get(name)


@cache
def _grades() -> Any:
    of = select(Grade).where(Grade.notebook_id == bindparam("of"))
    return of.options(undefer(Grade.max_score))


@cache
def _comments() -> Any:
    return select(Comment).where(Comment.notebook_id == bindparam("of"))


def _once(known: dict[Any, Any], find: Callable[..., Any], *names: str) -> Any:
    key = (find.__name__, *names)
    if key not in known:
        known[key] = find(*names)
    return known[key]


def _named(records: Iterable[Any], name: str) -> Any:
    return next((record for record in records if record.name == name), None)


def _computed(record: Any) -> list[str]:
    """What is known of a record and was computed by the database."""
    return [name for name in _all_computed(inspect(record).mapper) if name in record.__dict__]


@cache
def _all_computed(kind: Any) -> list[str]:
    attributes = kind.column_attrs
    return [known.key for known in attributes if not isinstance(known.expression, Column)]
