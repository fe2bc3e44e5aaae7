"""One self-contained page a submission: where it first goes wrong, the chains, every object.

Nothing is fetched and no script is needed to read it. What students wrote is escaped and bounded.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course, Object, Stage
from autograder.messages import bounded
from autograder.reports import drawing, entries
from autograder.reports.looks import LOOKS, Look, classes, sign
from autograder.reports.names import anchor, page_name
from autograder.reports.templates import Markup, render, write
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult
from autograder.words import say, speaking

MADE_HERE = b'<meta name="generator" content="autograder">'
HEAD_BYTES = 500
MAX_TEXT = 2000
MAX_LINE = 240


@dataclass(frozen=True)
class Shown:
    """One object as its panel shows it.

    Attributes:
        name: the object.
        anchor: name of its panel on the page.
        item: the verdict.
        look: how its status is shown.
        sign: the status as a small picture.
        about: what the course says of it; None where it says nothing.
        is_first: whether it is the first incorrect object of its stage.
        used_by: later objects made from it.
        message: the sentence on it; empty where there is nothing to say.
        hint: where to look, where the message does not say it already.
        evidence: its tables, or nothing.
    """

    name: str
    anchor: str
    item: ObjectResult
    look: Look
    sign: Markup
    about: Object | None
    is_first: bool
    used_by: tuple[str, ...]
    message: str
    hint: str
    evidence: Markup


@dataclass(frozen=True)
class ShownExercise:
    """One exercise as a row of its table."""

    key: str
    asks: str
    item: ObjectResult
    look: Look
    sign: Markup


@dataclass(frozen=True)
class ShownStage:
    """One stage as a section of the page."""

    stage: Stage
    anchor: str
    result: StageResult
    error: str
    figure: Markup
    objects: tuple[Shown, ...]
    exercises: tuple[ShownExercise, ...]

    @property
    def first(self) -> Shown | None:
        """The first incorrect object."""
        return next((item for item in self.objects if item.is_first), None)

    def having(self, *kinds: str) -> list[Shown]:
        """Objects of some statuses, the first incorrect one left out."""
        return [item for item in self.objects if item.look.kind in kinds and not item.is_first]


def write_page(course: Course, result: SubmissionResult, folder: Path) -> Path:
    """Writes a submission's page into `folder`; returns where it is."""
    return write(render_page(course, result), folder / page_name(result.student))


def earlier_pages(folder: Path, written: Container[str]) -> list[str]:
    """Names of pages in `folder` that an earlier run wrote, apart from those written now."""
    return [
        path.name
        for path in sorted(folder.glob("*.html"))
        if path.name not in written and _is_ours(path)
    ]


def _is_ours(path: Path) -> bool:
    """Whether a page was made here, as its head says."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return MADE_HERE in file.read(HEAD_BYTES)


def render_page(course: Course, result: SubmissionResult) -> str:
    """The page of one submission as text."""
    with speaking(course.words):
        return _page(course, result)


def _page(course: Course, result: SubmissionResult) -> str:
    stages = [
        _stage(course, course.stages[made.name], made)
        for made in result.stages
        if made.name in course.stages
    ]
    right = [item.status is Status.CORRECT for made in result.stages for item in made.objects]
    return render(
        "page.html",
        styles=("common.css", "page.css"),
        script="page_script.html",
        course=course,
        result=result,
        student=bounded(result.student, MAX_LINE),
        error=bounded(result.error or "", MAX_TEXT),
        lead=_lead(result, stages),
        stages=stages,
        legend=[(Markup(sign(status)), look) for status, look in LOOKS.items()],
        points=points,
        bounded=bounded,
        anchor=anchor,
        is_right=all(right),
        is_part_right=any(right),
    )


def points(value: float | None) -> str:
    """Points with at most two decimals."""
    return say("withheld_short") if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _lead(result: SubmissionResult, stages: list[ShownStage]) -> ShownStage | None:
    """The stage with the first incorrect object."""
    if result.first_incorrect is None:
        return None
    name = result.first_incorrect[0]
    return next((stage for stage in stages if stage.stage.name == name and stage.first), None)


def _stage(course: Course, stage: Stage, result: StageResult) -> ShownStage:
    figure = drawing.draw_chain(stage.objects, result, lambda name: "#" + anchor(stage.name, name))
    return ShownStage(
        stage=stage,
        anchor=anchor(stage.name),
        result=result,
        error=bounded(result.error or "", MAX_TEXT),
        figure=Markup(figure),
        objects=tuple(_objects(course, stage, result)),
        exercises=tuple(_exercises(stage, result)),
    )


def _objects(course: Course, stage: Stage, result: StageResult) -> Iterator[Shown]:
    known = {item.name: item for item in stage.objects}
    for item in result.chain:
        about = known.get(item.name)
        right = item.status is Status.CORRECT
        evidence = (
            ""
            if item.evidence is None
            else entries.show(
                item.evidence, about.shape if about else "", course.tolerance, classes
            )
        )
        yield Shown(
            name=item.name,
            anchor=anchor(stage.name, item.name),
            item=item,
            look=LOOKS[item.status],
            sign=Markup(sign(item.status)),
            about=about,
            is_first=item.name == result.first_incorrect,
            used_by=tuple(other.name for other in stage.objects if item.name in other.needs),
            message="" if right else bounded(entries.untold(item.message, item.evidence), MAX_TEXT),
            hint=_hint(item, about),
            evidence=Markup(evidence),
        )


def _hint(item: ObjectResult, about: Object | None) -> str:
    """Where to look, for what is not there yet; the message on a wrong object says it itself."""
    return about.hint if about is not None and item.status is Status.MISSING else ""


def _exercises(stage: Stage, result: StageResult) -> Iterator[ShownExercise]:
    found = {item.name: item for item in result.objects}
    for exercise in stage.exercises:
        item = found.get(exercise.name)
        if item is not None:
            mark = Markup(sign(item.status))
            yield ShownExercise(exercise.key, exercise.asks, item, LOOKS[item.status], mark)
