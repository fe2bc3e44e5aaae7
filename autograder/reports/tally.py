"""Counts over a class: where it first goes wrong, for which causes, who is late, slow or stopped.

Pure: results in, plain records out. Results are taken one by one and kept as short rows only, so
that a class need not fit into memory. Knows no page.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.course import Course
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult

SLOW_SHARE = 0.25
"""A stage is called slow from this share of its time limit on."""
BINS = 10
MAX_ERROR = 600


@dataclass(frozen=True)
class Fault:
    """An incorrect object of one student.

    Attributes:
        name: the object.
        cause: its id; None where none is recognised.
        message: what the student reads; empty where another with the same fault came before.
    """

    name: str
    cause: str | None
    message: str


@dataclass(frozen=True)
class StageRow:
    """What the class page needs of one stage of one student.

    Attributes:
        name: the stage.
        points: its points; None where the mark is withheld.
        max_points: what could be earned.
        first_incorrect: the first object that is incorrect or missing, if any.
        cause: the cause of that, if one is recognised.
        error: a fault of the whole stage, bounded; empty if there is none.
        seconds: wall time spent on it.
        handed_in: whether the stage's file was there.
        chain: its objects with their statuses, exercises apart.
        statuses: all statuses that occur, those of exercises too.
        faults: its incorrect objects.
    """

    name: str
    points: float | None
    max_points: float
    first_incorrect: str | None
    cause: str | None
    error: str
    seconds: float
    handed_in: bool
    chain: tuple[tuple[str, Status], ...]
    statuses: frozenset[Status]
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class Row:
    """One student: what the class page needs of a submission's result."""

    student: str
    points: float | None
    max_points: float
    first_incorrect: tuple[str, str] | None
    error: str
    stages: tuple[StageRow, ...]

    @property
    def handed_in(self) -> bool:
        """Whether any stage's file was there."""
        return any(stage.handed_in for stage in self.stages)


Rows = Sequence[Row]


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


def short_rows(results: Iterable[SubmissionResult]) -> list[Row]:
    """A row a result, in order; the results are gone through once and none is kept."""
    told: set[tuple[str, str, str | None]] = set()
    return [
        Row(
            student=result.student,
            points=result.points,
            max_points=result.max_points,
            first_incorrect=result.first_incorrect,
            error=(result.error or "")[:MAX_ERROR],
            stages=tuple(_stage_row(stage, told) for stage in result.stages),
        )
        for result in results
    ]


def _stage_row(stage: StageResult, told: set[tuple[str, str, str | None]]) -> StageRow:
    chain = stage.chain
    first = next((item for item in chain if item.name == stage.first_incorrect), None)
    return StageRow(
        name=stage.name,
        points=stage.points,
        max_points=stage.max_points,
        first_incorrect=stage.first_incorrect,
        cause=first.cause if first else None,
        error=(stage.error or "")[:MAX_ERROR],
        seconds=stage.seconds,
        handed_in=stage.handed_in,
        chain=tuple((sys.intern(item.name), item.status) for item in chain),
        statuses=frozenset(item.status for item in stage.objects),
        faults=tuple(
            _fault(stage.name, item, told) for item in chain if item.status is Status.INCORRECT
        ),
    )


def _fault(stage: str, item: ObjectResult, told: set[tuple[str, str, str | None]]) -> Fault:
    key = (stage, item.name, item.cause)
    message = "" if key in told else item.message
    told.add(key)
    return Fault(item.name, item.cause, message)


def by_object(course: Course, rows: Rows) -> list[ObjectTally]:
    """A tally an object, in dependency order, over those who handed its stage in."""
    of_all = Counter(row.first_incorrect for row in rows if row.handed_in)
    tallies = []
    for stage in course.stages.values():
        made = handed_in(rows, stage.name)
        first = Counter(item.first_incorrect for item in made)
        statuses: dict[str, Counter[Status]] = {item.name: Counter() for item in stage.objects}
        for name, status in (pair for one in made for pair in one.chain):
            statuses.setdefault(name, Counter())[status] += 1
        tallies += [
            ObjectTally(stage.name, name, first[name], of_all[stage.name, name], dict(found))
            for name, found in statuses.items()
        ]
    return tallies


def by_cause(rows: Rows) -> list[CauseTally]:
    """Faults with the students behind them, the most common first.

    What is not filled in is no fault here, and neither is an exercise.
    """
    found: dict[tuple[str, str, str | None], list[str]] = {}
    examples: dict[tuple[str, str, str | None], str] = {}
    for row in rows:
        for stage in row.stages:
            for fault in stage.faults:
                key = (stage.name, fault.name, fault.cause)
                found.setdefault(key, []).append(row.student)
                examples.setdefault(key, fault.message)
    tallies = [CauseTally(*key, examples[key], tuple(students)) for key, students in found.items()]
    return sorted(tallies, key=lambda tally: -len(tally.students))


def troubles(course: Course, rows: Rows) -> list[Trouble]:
    """Stages handed in that stopped with an error or were slow, in the order of the rows."""
    slow = course.limits.stage_wall_s * SLOW_SHARE
    return [
        Trouble(row.student, stage.name, stage.error, stage.seconds)
        for row in rows
        for stage in row.stages
        if (stage.error and (stage.handed_in or stage.points is None)) or stage.seconds >= slow
    ]


def absent(course: Course, rows: Rows) -> tuple[list[str], dict[str, list[str]]]:
    """Who handed in nothing at all, and by stage who of the others left it out."""
    by_stage = {
        name: [
            row.student
            for row in rows
            if row.handed_in
            and not all(stage.handed_in for stage in row.stages if stage.name == name)
        ]
        for name in course.stages
    }
    nothing = [row.student for row in rows if not row.handed_in]
    return nothing, {name: students for name, students in by_stage.items() if students}


def idle(course: Course, rows: Rows) -> list[str]:
    """Stages that nobody of a class handed in; of an empty class nothing is said."""
    begun = {stage.name for row in rows for stage in row.stages if stage.handed_in}
    return [name for name in course.stages if name not in begun] if rows else []


def distribution(rows: Rows) -> list[int]:
    """Students by tenth of the points that can be had; full marks count to the last tenth."""
    bins = [0] * BINS
    for row in rows:
        if row.points is not None and row.max_points > 0:
            share = max(0.0, row.points / row.max_points)
            bins[min(BINS - 1, int(share * BINS + 1e-9))] += 1
    return bins


def median_points(rows: Rows) -> float | None:
    """The median of the points that are known."""
    known = [row.points for row in rows if row.points is not None]
    return statistics.median(known) if known else None


def handed_in(rows: Rows, name: str) -> list[StageRow]:
    """One stage of all who handed it in."""
    return [stage for row in rows for stage in row.stages if stage.name == name and stage.handed_in]
