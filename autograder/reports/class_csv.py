"""The class as a table for spreadsheets: one row a student.

A cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from autograder.course import Course
from autograder.reports.names import page_name
from autograder.reports.tally import first_fault
from autograder.result import SubmissionResult

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")


def render_csv(course: Course, results: Sequence[SubmissionResult]) -> str:
    """The table as text; points that are withheld stay empty."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write(_heads(course))
    for result in results:
        write([_safe(cell) for cell in _row(course, result)])
    return out.getvalue()


def _heads(course: Course) -> list[str]:
    heads = ["student", "points", "max_points", "first_stage", "first_object", "error", "page"]
    for name in course.stages:
        parts = ("points", "max_points", "first_incorrect", "cause", "handed_in", "seconds")
        heads += [f"{name}.{part}" for part in parts]
    return heads


def _row(course: Course, result: SubmissionResult) -> list[object]:
    stage_name, object_name = result.first_incorrect or ("", "")
    error = result.error or ""
    cells: list[object] = [result.student, result.points, result.max_points]
    cells += [stage_name, object_name, error, page_name(result.student)]
    stages = {stage.name: stage for stage in result.stages}
    for name in course.stages:
        stage = stages.get(name)
        if stage is None:
            cells += [""] * 6
            continue
        first = first_fault(stage)
        cells += [stage.points, stage.max_points, stage.first_incorrect or ""]
        cells += [(first.cause if first else None) or "", "yes" if stage.handed_in else "no"]
        cells.append(stage.seconds)
    return cells


def _safe(cell: object) -> object:
    """Numbers as they are; text on one line that starts no formula."""
    if cell is None or isinstance(cell, (int, float)):
        return cell
    text = str(cell)
    begins = text.lstrip().startswith(FORMULA) or text.startswith(FORMULA)
    return "'" + text if begins else text
