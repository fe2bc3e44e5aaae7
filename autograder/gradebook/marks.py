"""What the gradebook holds of a stage's submissions, read at once and told apart by a digest."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import select

from autograder.fingerprint import digest


def marks_digests(gradebook: Any, stage: str, student: str | None = None) -> dict[str, str]:
    """A text by student for marks, comments and penalty; equal where all of them are.

    Args:
        gradebook: nbgrader's, open.
        stage: the stage.
        student: only this one.
    """
    grades = (Grade.auto_score, Grade.manual_score, Grade.extra_credit)
    comments = (Comment.auto_comment, Comment.manual_comment)
    wanted = [
        _cells(stage, student, Grade, grades),
        _cells(stage, student, Comment, comments),
        _of(stage, student, SubmittedNotebook.late_submission_penalty),
    ]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for rows in wanted:
        for who, *facts in gradebook.db.execute(rows):
            found[who].append(repr(tuple(facts)))
    return {who: digest(sorted(facts)) for who, facts in found.items()}


def marks_of_tests(gradebook: Any, stage: str, student: str) -> list[tuple[str, Any, Any]]:
    """The grader's mark and a person's, by the name of the test cell."""
    rows = _cells(stage, student, Grade, (Grade.auto_score, Grade.manual_score))
    found = gradebook.db.execute(rows.where(Grade.cell_type == "code"))
    return [tuple(facts) for _, *facts in found]


def due_dates(gradebook: Any, stage: str, student: str | None = None) -> dict[str, str]:
    """By student: the stage's due date with the student's extension; '' stands for no student."""
    assignment = gradebook.find_assignment(stage)
    rows = gradebook.db.execute(_of(stage, student, SubmittedAssignment.extension))
    dates = {who: f"{assignment.duedate} {extension}" for who, extension in rows}
    return {"": f"{assignment.duedate} {None}", **dates}


def _cells(stage: str, student: str | None, kind: Any, columns: Any) -> Any:
    rows = _of(stage, student, BaseCell.name, *columns)
    rows = rows.join(kind, kind.notebook_id == SubmittedNotebook.id)
    return rows.join(BaseCell, BaseCell.id == kind.cell_id)


def _of(stage: str, student: str | None, *columns: Any) -> Any:
    rows = (
        select(SubmittedAssignment.student_id, *columns)
        .select_from(SubmittedAssignment)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .where(Assignment.name == stage)
    )
    return rows if student is None else rows.where(SubmittedAssignment.student_id == student)
