"""What the gradebook holds of a stage's submissions, read at once and told apart by a digest.

The statements are built once: that takes longer than to answer them for one student.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import bindparam, null, select, union_all

from autograder.fingerprint import digest


def marks_digests(gradebook: Any, stage: str, student: str | None = None) -> dict[str, str]:
    """A text by student for marks, comments and penalty; equal where all of them are.

    Args:
        gradebook: nbgrader's, open.
        stage: the stage.
        student: only this one.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for who, *facts in _rows(gradebook, _marks, stage, student):
        found[who].append(repr(tuple(facts)))
    return {who: digest(sorted(facts)) for who, facts in found.items()}


def marks_of_tests(gradebook: Any, stage: str, student: str) -> list[tuple[str, Any, Any]]:
    """The grader's mark and a person's, by the name of the test cell."""
    return [tuple(facts) for _, *facts in _rows(gradebook, _tests, stage, student)]


def due_dates(gradebook: Any, stage: str, student: str | None = None) -> dict[str, str]:
    """By student: the stage's due date with the student's extension; '' stands for no student."""
    assignment = gradebook.find_assignment(stage)
    rows = _rows(gradebook, _extensions, stage, student)
    dates = {who: f"{assignment.duedate} {extension}" for who, extension in rows}
    return {"": f"{assignment.duedate} {None}", **dates}


def _rows(gradebook: Any, statement: Any, stage: str, student: str | None) -> Any:
    wanted = statement(of_one=student is not None)
    return gradebook.db.execute(wanted, {"stage": stage, "student": student})


@cache
def _marks(*, of_one: bool) -> Any:
    grades = (Grade.auto_score, Grade.manual_score, Grade.extra_credit)
    comments = (Comment.auto_comment, Comment.manual_comment)
    none = [null()] * 3
    penalty = _of(of_one, null(), SubmittedNotebook.late_submission_penalty, *none[1:], *none[1:])
    return union_all(
        _cells(of_one, Grade, *grades, *none[1:]),
        _cells(of_one, Comment, *none, *comments),
        penalty,
    )


@cache
def _tests(*, of_one: bool) -> Any:
    rows = _cells(of_one, Grade, Grade.auto_score, Grade.manual_score)
    return rows.where(Grade.cell_type == "code")


@cache
def _extensions(*, of_one: bool) -> Any:
    return _of(of_one, SubmittedAssignment.extension)


def _cells(of_one: bool, kind: Any, *columns: Any) -> Any:
    rows = _of(of_one, BaseCell.name, *columns)
    rows = rows.join(kind, kind.notebook_id == SubmittedNotebook.id)
    return rows.join(BaseCell, BaseCell.id == kind.cell_id)


def _of(of_one: bool, *columns: Any) -> Any:
    rows = (
        select(SubmittedAssignment.student_id, *columns)
        .select_from(SubmittedAssignment)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .where(Assignment.name == bindparam("stage"))
    )
    one = SubmittedAssignment.student_id == bindparam("student")
    return rows.where(one) if of_one else rows
