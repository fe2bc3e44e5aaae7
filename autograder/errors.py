"""The errors the harness raises itself. A student's mistake is an outcome, none of these.

    AutograderError
    ├── HarnessError        we failed: the mark is withheld, never a zero
    │   └── IsolationError  the isolation asked for cannot be had on this machine
    ├── CourseError         the course's author must edit something
    └── UsageError          the command or function was used wrongly

Every one pickles, so that it can come back from a pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Complaint:
    """One thing that is wrong in a file of the course.

    Attributes:
        line: where, counted from 1.
        text: one sentence: what is wrong, and what would be accepted.
    """

    line: int
    text: str


class AutograderError(Exception):
    """Any error that the harness raises on purpose."""


class HarnessError(AutograderError):
    """The harness failed at its own work; the mark it was making is withheld."""


class IsolationError(HarnessError):
    """The isolation level asked for cannot be had here; the text says what is missing."""


class CourseError(AutograderError):
    """The course is at fault; its author must edit a file.

    Attributes:
        path: the file (or folder) at fault.
        complaints: all that is wrong in it, in the order of its lines.
    """

    def __init__(self, path: Path | str, complaints: Sequence[Complaint]) -> None:
        ordered = tuple(sorted(complaints))
        super().__init__(path, ordered)
        self.path = path
        self.complaints = ordered

    def __str__(self) -> str:
        """One line a complaint: path:line: text."""
        return "\n".join(f"{self.path}:{c.line}: {c.text}" for c in self.complaints)


class UsageError(AutograderError):
    """The command line or a function was used wrongly; the text says what would be accepted."""
