"""Which marks a regrade changes, and why; the records and their wording, nothing written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autograder.gradebook.marks import marks_of_tests
from autograder.lesson import grade_id
from autograder.result import StageResult

LONGEST = 160
NEGLIGIBLE = 1e-9


@dataclass(frozen=True)
class Mark:
    """One mark as the gradebook has it.

    Attributes:
        auto: the grader's; None where it was withheld.
        manual: a person's, which wins over the grader's; None where there is none.
    """

    auto: float | None
    manual: float | None


@dataclass(frozen=True)
class Change:
    """One mark that becomes another.

    Attributes:
        student: as the gradebook names them.
        stage: the stage.
        object: the object whose mark changes.
        old: the grader's mark as it stands; None: withheld.
        new: the grader's mark as it becomes; None: withheld.
        manual: a person's mark that stays in force over both, if any.
        message: what the verdict says now.
    """

    student: str
    stage: str
    object: str
    old: float | None
    new: float | None
    manual: float | None
    message: str

    def __str__(self) -> str:
        """All of it on one line."""
        stays = "" if self.manual is None else f" (given by hand and kept: {self.manual:g})"
        text = " ".join(self.message.split())
        text = text if len(text) <= LONGEST else text[: LONGEST - 2] + " …"
        moved = f"{_shown(self.old)} → {_shown(self.new)}"
        name = f"{self.stage}.{self.object}"
        return f"{self.student:<14}  {name:<24}  {moved:<9}  {text}{stays}"


def previous_marks(gradebook: Any, stage: str, student: str) -> dict[str, Mark]:
    """Marks by cell id, of test cells that were graded before; empty at a first grading."""
    rows = marks_of_tests(gradebook, stage, student)
    marks = {cell: Mark(auto, manual) for cell, auto, manual in rows}
    graded = any(mark.auto is not None for mark in marks.values())
    return marks if graded else {}


def changes(student: str, old: Mapping[str, Mark], result: StageResult) -> Iterator[Change]:
    """The marks that `result` changes, in the order of its objects; none at a first grading."""
    for item in result.objects:
        before = old.get(grade_id(item.name))
        new = None if result.points is None else item.points
        if before is None or _same(before.auto, new):
            continue
        message = result.error or "" if new is None else item.message
        yield Change(student, result.name, item.name, before.auto, new, before.manual, message)


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) < NEGLIGIBLE


def _shown(mark: float | None) -> str:
    return "withheld" if mark is None else f"{mark:g}"
