"""The class on one page: where it first goes wrong, for which causes, how the points lie.

Static, and whole without its script. Bars are plain HTML with their numbers beside them; the trend
over the runs of a class is drawn from the history that is kept beside the pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from autograder.course import Course, Stage
from autograder.messages import bounded
from autograder.reports import tally
from autograder.reports.class_csv import render_csv
from autograder.reports.history import Entry, History, add_run
from autograder.reports.html import points
from autograder.reports.looks import LOOKS, sign
from autograder.reports.names import page_name
from autograder.reports.templates import Markup, render, write
from autograder.reports.trend import draw_trend
from autograder.result import Status, SubmissionResult
from autograder.seed import read_seed

NAME = "class.html"
CSV_NAME = "class.csv"
MAX_ERROR = 300
FEW = 6
"""So many students are named at once; the others are a click away."""
RUNS = 20
"""So many runs are drawn, the last ones."""


@dataclass(frozen=True)
class Link:
    """A student's name and the page it leads to."""

    student: str
    href: str


@dataclass(frozen=True)
class Shown:
    """One student as a row of the table."""

    link: Link
    row: tally.Row
    stages: tuple[tuple[str, str], ...]
    first: str
    state: str


@dataclass(frozen=True)
class Trend:
    """One stage over the last runs: its drawing, and a line of the table a run.

    Attributes:
        title: of the stage.
        figure: the drawing, if there is any.
        runs: number of the run, its entry, and where most students first went wrong.
    """

    title: str
    figure: Markup
    runs: tuple[tuple[int, Entry, str], ...]


def write_class_page(
    course: Course,
    results: Iterable[SubmissionResult],
    folder: Path,
    *,
    seed: int | None = None,
    at: datetime | None = None,
) -> Path:
    """Writes the class page and its CSV into `folder`, beside the students' pages.

    Args:
        course: the course.
        results: gone through once; none is kept.
        folder: the pages' folder, where the history of earlier runs is kept too.
        seed: of the hidden cases; that of the present round by default.
        at: when the run ended; now by default.

    Returns:
        Where the page is.
    """
    rows = tally.short_rows(results)
    when = f"{at or datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    drawn_from = read_seed(course.root) if seed is None else seed
    history = add_run(folder, course, rows, drawn_from, when)
    # With its mark, without which spreadsheets misread letters beyond ASCII.
    write("\ufeff" + render_csv(course, rows), folder / CSV_NAME)
    return write(render_class_page(course, rows, history), folder / NAME)


def render_class_page(course: Course, rows: tally.Rows, history: History = History(())) -> str:  # noqa: B008 - frozen
    """The page as text."""
    objects = tally.by_object(course, rows)
    nothing, left_out = tally.absent(course, rows)
    bins = tally.distribution(rows)
    return render(
        "class_page.html",
        styles=("common.css", "class_page.css"),
        script="class_script.html",
        course=course,
        total=len(rows),
        withheld=sum(row.points is None for row in rows),
        median=tally.median_points(rows),
        max_points=sum(stage.max_points for stage in course.stages.values()),
        objects=objects,
        worst=max(objects, key=lambda item: item.first_of_all, default=None),
        most=max([1, *(item.first for item in objects)]),
        causes=tally.by_cause(rows),
        bins=bins,
        highest=max([1, *bins]),
        trends=[_trend(stage, history.of(name)) for name, stage in course.stages.items()],
        notice=history.notice,
        troubles=tally.troubles(course, rows),
        nothing=nothing,
        left_out=left_out,
        idle={name: course.stages[name].title for name in tally.idle(course, rows)},
        rows=[_shown(course, row) for row in rows],
        csv=CSV_NAME,
        few=FEW,
        link=_link,
        points=points,
        bounded=bounded,
        max_error=MAX_ERROR,
        statuses=[(status, look, Markup(sign(status))) for status, look in LOOKS.items()],
    )


def _trend(stage: Stage, entries: list[Entry]) -> Trend:
    """The last runs of a stage; one alone, or runs in which nobody has points, make no drawing."""
    runs = [*enumerate(entries, 1)][-RUNS:]
    firsts = [max(entry.first, key=entry.first.__getitem__, default="") for _, entry in runs]
    known = [points(entry.median) for _, entry in runs if entry.median is not None]
    told = f"Median points of {stage.title}, run after run: {', '.join(known)}"
    figure = draw_trend(runs, told) if known and len(runs) > 1 else ""
    rows = tuple((*run, first) for run, first in zip(runs, firsts, strict=True))
    return Trend(stage.title, Markup(figure), rows)


def _link(student: str) -> Link:
    return Link(bounded(student, 120), quote(page_name(student)))


def _shown(course: Course, row: tally.Row) -> Shown:
    found = {stage.name: stage for stage in row.stages}
    stages = []
    for name in course.stages:
        stage = found.get(name)
        if stage is None or not stage.handed_in:
            stages.append(("", "not handed in"))
        else:
            stages.append((points(stage.points), stage.first_incorrect or ""))
    first = " · ".join(row.first_incorrect) if row.first_incorrect else "none"
    return Shown(_link(row.student), row, tuple(stages), first, _state(row))


def _state(row: tally.Row) -> str:
    if row.points is None:
        return "mark withheld"
    if not row.handed_in:
        return "nothing handed in"
    if any(stage.error and stage.handed_in for stage in row.stages):
        return "stopped by an error"
    found = frozenset().union(*(stage.statuses for stage in row.stages))
    if found == {Status.MISSING}:
        return "nothing filled in"
    return "all correct" if found == {Status.CORRECT} else ""
