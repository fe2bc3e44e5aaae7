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

from autograder.gradebook.stamp import digest


def marks_digests(gradebook: Any, stage: str, student: str | None = None) -> dict[str, str]:
    """A text by student for marks, comments and penalty; equal where all of them are.

    Args:
        gradebook: nbgrader's, open.
        stage: the stage.
        student: only this one.
    """
    grades = (Grade.auto_score, Grade.manual_score, Grade.extra_credit)
    comments = (Comment.auto_comment, Comment.manual_comment)
    rows = [
        *_cells(gradebook, stage, student, Grade, grades),
        *_cells(gradebook, stage, student, Comment, comments),
        *_of(gradebook, stage, student, SubmittedNotebook.late_submission_penalty),
    ]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for who, *facts in rows:
        found[who].append(repr(tuple(facts)))
    return {who: digest(sorted(facts)) for who, facts in found.items()}


def due_dates(gradebook: Any, stage: str) -> dict[str, str]:
    """By student: the stage's due date with the student's extension; '' stands for no student."""
    assignment = gradebook.find_assignment(stage)
    rows = _of(gradebook, stage, None, SubmittedAssignment.extension)
    dates = {who: f"{assignment.duedate} {extension}" for who, extension in rows}
    return {"": f"{assignment.duedate} {None}", **dates}


def _cells(gradebook: Any, stage: str, student: str | None, kind: Any, columns: Any) -> Any:
    query = _of(gradebook, stage, student, BaseCell.name, *columns)
    return query.join(kind, kind.notebook_id == SubmittedNotebook.id).join(
        BaseCell, BaseCell.id == kind.cell_id
    )


def _of(gradebook: Any, stage: str, student: str | None, *columns: Any) -> Any:
    query = (
        gradebook.db.query(SubmittedAssignment.student_id, *columns)
        .select_from(SubmittedAssignment)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .filter(Assignment.name == stage)
    )
    return query if student is None else query.filter(SubmittedAssignment.student_id == student)
