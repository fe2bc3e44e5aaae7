"""The class as a table for spreadsheets: one row a student.

A cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io

from autograder.course import Course
from autograder.reports.names import page_name
from autograder.reports.tally import Row, Rows

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")


def render_csv(course: Course, rows: Rows) -> str:
    """The table as text; points that are withheld stay empty."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(_heads(course))
    for row in rows:
        write([_safe(cell) for cell in _cells(course, row)])
    return out.getvalue()


def _heads(course: Course) -> list[str]:
    heads = ["student", "points", "max_points", "first_stage", "first_object", "error", "page"]
    for name in course.stages:
        parts = ("points", "max_points", "first_incorrect", "cause", "handed_in", "seconds")
        heads += [f"{name}.{part}" for part in parts]
    return heads


def _cells(course: Course, row: Row) -> list[object]:
    stage_name, object_name = row.first_incorrect or ("", "")
    cells: list[object] = [row.student, row.points, row.max_points]
    cells += [stage_name, object_name, row.error, page_name(row.student)]
    stages = {stage.name: stage for stage in row.stages}
    for name in course.stages:
        stage = stages.get(name)
        if stage is None:
            cells += [""] * 6
            continue
        cells += [stage.points, stage.max_points, stage.first_incorrect or "", stage.cause or ""]
        cells += ["yes" if stage.handed_in else "no", stage.seconds]
    return cells


def _safe(cell: object) -> object:
    """Numbers as they are; text on one line that starts no formula."""
    if cell is None or isinstance(cell, (int, float)):
        return cell
    text = str(cell)
    begins = text.lstrip().startswith(FORMULA) or text.startswith(FORMULA)
    return "'" + text if begins else text
