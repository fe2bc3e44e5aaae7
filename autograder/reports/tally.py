"""Counts over a class: where it first goes wrong, for which causes, who is late, slow or stopped.

Pure: results in, plain records out. Knows no page.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.course import Course
from autograder.reports.drawing import FAULTS, chain_objects
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult

SLOW_SHARE = 0.25
"""A stage is called slow from this share of its time limit on."""
BINS = 10

Results = Sequence[SubmissionResult]


@dataclass(frozen=True)
class ObjectTally:
    """How a class did on one object.

    Attributes:
        stage: name of its stage.
        name: the object.
        first: students whose stage first goes wrong here.
        first_of_all: of these, whose whole submission first goes wrong here.
        statuses: students by status, those who handed the stage in.
    """

    stage: str
    name: str
    first: int
    first_of_all: int
    statuses: dict[Status, int]


@dataclass(frozen=True)
class CauseTally:
    """Who has one fault: a named cause, or faults of an object that no cause explains.

    Attributes:
        stage: name of the stage.
        name: the object.
        cause: its id; None where none is recognised.
        example: what one of the students reads.
        students: their names, in the order of the results.
    """

    stage: str
    name: str
    cause: str | None
    example: str
    students: tuple[str, ...]


@dataclass(frozen=True)
class Trouble:
    """One stage of one student that stopped or was slow."""

    student: str
    stage: str
    error: str
    seconds: float


def by_object(course: Course, results: Results) -> list[ObjectTally]:
    """A tally an object, in dependency order, over those who handed its stage in."""
    tallies = []
    for stage in course.stages.values():
        made = [item for item in _stages(results, stage.name) if item.handed_in]
        first = Counter(item.first_incorrect for item in made)
        of_all = Counter(result.first_incorrect for result in results if any_handed_in(result))
        statuses: dict[str, Counter[Status]] = {item.name: Counter() for item in stage.objects}
        for item in (item for one in made for item in chain_objects(one)):
            statuses.setdefault(item.name, Counter())[item.status] += 1
        tallies += [
            ObjectTally(stage.name, name, first[name], of_all[stage.name, name], dict(found))
            for name, found in statuses.items()
        ]
    return tallies


def by_cause(results: Results) -> list[CauseTally]:
    """Faults with the students behind them, the most common first.

    What is not filled in is no fault here, and neither is an exercise.
    """
    found: dict[tuple[str, str, str | None], list[tuple[str, ObjectResult]]] = {}
    for result in results:
        for stage in result.stages:
            for item in chain_objects(stage):
                if item.status is Status.INCORRECT:
                    key = (stage.name, item.name, item.cause)
                    found.setdefault(key, []).append((result.student, item))
    tallies = [
        CauseTally(*key, members[0][1].message, tuple(student for student, _ in members))
        for key, members in found.items()
    ]
    return sorted(tallies, key=lambda tally: -len(tally.students))


def troubles(course: Course, results: Results) -> list[Trouble]:
    """Stages handed in that stopped with an error or were slow, in the order of the results."""
    slow = course.limits.stage_wall_s * SLOW_SHARE
    return [
        Trouble(result.student, stage.name, stage.error or "", stage.seconds)
        for result in results
        for stage in result.stages
        if (stage.error and (stage.handed_in or stage.points is None)) or stage.seconds >= slow
    ]


def absent(course: Course, results: Results) -> tuple[list[str], dict[str, list[str]]]:
    """Who handed in nothing at all, and by stage who of the others left it out."""
    nothing = [result.student for result in results if not any_handed_in(result)]
    by_stage = {
        name: [
            result.student
            for result in results
            if result.student not in nothing
            and not all(stage.handed_in for stage in result.stages if stage.name == name)
        ]
        for name in course.stages
    }
    return nothing, {name: students for name, students in by_stage.items() if students}


def distribution(results: Results) -> list[int]:
    """Students by tenth of the points that can be had; full marks count to the last tenth."""
    bins = [0] * BINS
    for result in results:
        if result.points is not None and result.max_points > 0:
            share = max(0.0, result.points / result.max_points)
            bins[min(BINS - 1, int(share * BINS + 1e-9))] += 1
    return bins


def median_points(results: Iterable[SubmissionResult]) -> float | None:
    """The median of the points that are known."""
    known = [result.points for result in results if result.points is not None]
    return statistics.median(known) if known else None


def any_handed_in(result: SubmissionResult) -> bool:
    """Whether any stage's file was there."""
    return any(stage.handed_in for stage in result.stages)


def first_fault(stage: StageResult) -> ObjectResult | None:
    """The first incorrect object of a stage."""
    return next(
        (
            item
            for item in stage.objects
            if item.name == stage.first_incorrect and item.status in FAULTS
        ),
        None,
    )


def _stages(results: Results, name: str) -> list[StageResult]:
    return [stage for result in results for stage in result.stages if stage.name == name]
