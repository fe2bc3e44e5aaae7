"""What grading found, for every report to read. Records only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """The verdict on one object."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    FOLLOWS = "follows"
    MISSING = "missing"
    NOT_JUDGED = "not_judged"


FAULTS = (Status.INCORRECT, Status.MISSING)
"""The first object with one of these is the first incorrect one."""

EXERCISE = "exercises."
"""What the names of exercises begin with."""


@dataclass(frozen=True)
class Evidence:
    """One entry that shows a fault.

    Attributes:
        case: the name of the case.
        index: position in the array, or None where the value has no positions.
        expected: the right value there.
        got: the student's value there.
        arrays: the whole arrays expected and got, as nested lists, where the course's policy
            shows a case whole and they are small; else None.
    """

    case: str
    index: tuple[int, ...] | None
    expected: Any
    got: Any
    arrays: tuple[Any, Any] | None = None


@dataclass(frozen=True)
class ObjectResult:
    """Verdict, mark and message of one object."""

    name: str
    status: Status
    points: float
    max_points: float
    cause: str | None = None
    message: str = ""
    evidence: Evidence | None = None

    @property
    def is_exercise(self) -> bool:
        """Whether it is a plain answer, on which nothing depends."""
        return self.name.startswith(EXERCISE)


@dataclass(frozen=True)
class StageResult:
    """All objects of one stage, in dependency order.

    Attributes:
        name: the stage.
        points: sum over its objects; None where the mark is withheld.
        max_points: what could be earned.
        first_incorrect: the first object that is incorrect or missing, if any.
        error: a fault of the whole stage, if any.
        seconds: wall time spent on it.
        objects: the verdicts.
        handed_in: whether the stage's file was there.
        final: whether grading the same again would find the same: no clock, no limit of memory
            and no fault of the grader had a say.
    """

    name: str
    points: float | None
    max_points: float
    first_incorrect: str | None
    error: str | None
    seconds: float
    objects: tuple[ObjectResult, ...]
    handed_in: bool = True
    final: bool = True

    @property
    def chain(self) -> tuple[ObjectResult, ...]:
        """The objects that depend on one another: all but the exercises."""
        return tuple(item for item in self.objects if not item.is_exercise)


@dataclass(frozen=True)
class SubmissionResult:
    """All stages of one student.

    Attributes:
        student: the folder's name, escaped.
        points: sum over stages; None where any mark is withheld.
        max_points: what could be earned.
        first_incorrect: stage and object, the first over all stages, if any.
        error: a fault of the whole submission, if any.
        stages: in the course's order.
    """

    student: str
    points: float | None
    max_points: float
    first_incorrect: tuple[str, str] | None
    error: str | None
    stages: tuple[StageResult, ...]


@dataclass(frozen=True)
class Report:
    """One run of `autograder grade`."""

    course: str
    version: str
    isolation: str
    submissions: tuple[SubmissionResult, ...]
