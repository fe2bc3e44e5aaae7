"""What all gradebook files have in common: whose marks, which of them are settled, safe cells."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")
"""A spreadsheet takes a cell that begins so for something to compute or to run."""


@dataclass
class Table:
    """Settled marks of the students and assignments asked for.

    Attributes:
        assignments: nbgrader's, in the order of the gradebook.
        students: nbgrader's, by their ids.
        marks: by student and assignment; absent where nothing was handed in or nothing is settled.
        unsettled: submissions that wait for a person.
    """

    assignments: list[Any]
    students: list[Any]
    marks: dict[tuple[str, str], float] = field(default_factory=dict)
    unsettled: list[str] = field(default_factory=list)


def read_table(gradebook: Any, students: Iterable[Any], assignments: Iterable[Any]) -> Table:
    """The marks in `gradebook`, penalties taken off.

    Args:
        gradebook: nbgrader's, open.
        students: ids of the students wanted; empty: all.
        assignments: names of the assignments wanted; empty: all.
    """
    ids, names = {str(item) for item in students}, {str(item) for item in assignments}
    table = Table(
        [one for one in gradebook.assignments if not names or one.name in names],
        sorted((s for s in gradebook.students if not ids or s.id in ids), key=lambda s: s.id),
    )
    for assignment in table.assignments:
        for student in table.students:
            try:
                submission = gradebook.find_submission(assignment.name, student.id)
            except MissingEntry:
                continue
            if _settled(submission):
                mark = submission.score - (submission.late_submission_penalty or 0.0)
                table.marks[student.id, assignment.name] = max(0.0, mark)
            else:
                table.unsettled.append(f"{student.id}/{assignment.name}")
    return table


def write_rows(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file whole or not at all, no cell of it a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([defused(cell) for cell in row])
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(out.getvalue(), encoding="utf-8", newline="")
    draft.replace(path)


def defused(cell: object) -> str:
    """The cell's text; an apostrophe before what a spreadsheet would take for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, (int, float)):
        return shown(cell)
    text = str(cell)
    begins = text.startswith(FORMULA) or text.lstrip().startswith(FORMULA)
    return "'" + text if begins else text


def shown(mark: float | None) -> str:
    """A mark with at most four decimals; empty where there is none."""
    return "" if mark is None else f"{mark:.4f}".rstrip("0").rstrip(".")


def _settled(submission: Any) -> bool:
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    return all(g.auto_score is not None or g.manual_score is not None for g in grades)
