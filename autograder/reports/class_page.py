"""The class on one page: where it first goes wrong, for which causes, how the points lie.

Static, and whole without its script. The charts are bars of HTML with their numbers beside them: a
plotting library would add weight and take away the text, the links and the print.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from autograder.course import Course
from autograder.reports import tally
from autograder.reports.class_csv import render_csv
from autograder.reports.html import bounded, points
from autograder.reports.looks import LOOKS, sign
from autograder.reports.names import page_name
from autograder.reports.templates import Markup, render, write
from autograder.result import Status, SubmissionResult

NAME = "class.html"
CSV_NAME = "class.csv"
MAX_ERROR = 300
FEW = 6
"""So many students are named at once; the others are a click away."""


@dataclass(frozen=True)
class Link:
    """A student's name and the page it leads to."""

    student: str
    href: str


@dataclass(frozen=True)
class Row:
    """One student as a row of the table."""

    link: Link
    result: SubmissionResult
    stages: tuple[tuple[str, str], ...]
    first: str
    state: str


def write_class_page(course: Course, results: Iterable[SubmissionResult], folder: Path) -> Path:
    """Writes the class page and its CSV into `folder`, beside the students' pages.

    Returns:
        Where the page is.
    """
    results = list(results)
    # With its mark, without which spreadsheets misread letters beyond ASCII.
    write("\ufeff" + render_csv(course, results), folder / CSV_NAME)
    return write(render_class_page(course, results), folder / NAME)


def render_class_page(course: Course, results: Sequence[SubmissionResult]) -> str:
    """The page as text."""
    objects = tally.by_object(course, results)
    nothing, left_out = tally.absent(course, results)
    bins = tally.distribution(results)
    return render(
        "class_page.html",
        styles=("common.css", "class_page.css"),
        script="class_script.html",
        course=course,
        total=len(results),
        withheld=sum(result.points is None for result in results),
        median=tally.median_points(results),
        max_points=sum(stage.max_points for stage in course.stages.values()),
        objects=objects,
        worst=max(objects, key=lambda item: item.first_of_all, default=None),
        most=max([1, *(item.first for item in objects)]),
        causes=tally.by_cause(results),
        bins=bins,
        highest=max([1, *bins]),
        troubles=tally.troubles(course, results),
        nothing=[_link(student) for student in nothing],
        left_out={name: [*map(_link, students)] for name, students in left_out.items()},
        rows=[_row(course, result) for result in results],
        csv=CSV_NAME,
        few=FEW,
        link=_link,
        points=points,
        bounded=bounded,
        max_error=MAX_ERROR,
        statuses=[(status, look, Markup(sign(status))) for status, look in LOOKS.items()],
    )


def _link(student: str) -> Link:
    return Link(bounded(student, 120), quote(page_name(student)))


def _row(course: Course, result: SubmissionResult) -> Row:
    found = {stage.name: stage for stage in result.stages}
    stages = []
    for name in course.stages:
        stage = found.get(name)
        if stage is None or not stage.handed_in:
            stages.append(("", "not handed in"))
        else:
            stages.append((points(stage.points), stage.first_incorrect or ""))
    first = " · ".join(result.first_incorrect) if result.first_incorrect else "none"
    return Row(_link(result.student), result, tuple(stages), first, _state(result))


def _state(result: SubmissionResult) -> str:
    if result.points is None:
        return "mark withheld"
    if not tally.any_handed_in(result):
        return "nothing handed in"
    if any(stage.error and stage.handed_in for stage in result.stages):
        return "stopped by an error"
    found = {item.status for stage in result.stages for item in stage.objects}
    if found == {Status.MISSING}:
        return "nothing filled in"
    return "all correct" if found == {Status.CORRECT} else ""
