"""Mutants that a course's author has found to be the same function, each with the reason.

One file a stage, `solutions/<stage>/equivalent_mutants.yml`: a list of

    - function: pieces.shift          # module below solutions/, and function
      was: "return S - peak"          # the changed lines, as Python writes them
      becomes: "return S + -peak"     # one change, or a list of them
      reason: why no value can differ
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from autograder.errors import Complaint, CourseError

FILE = "equivalent_mutants.yml"
KEYS = {"function", "was", "becomes", "reason"}


@dataclass(frozen=True)
class Equivalent:
    """One listed mutant."""

    function: str
    was: str
    becomes: str


def read_equivalents(folder: Path) -> tuple[Equivalent, ...]:
    """The mutants listed in a stage's folder of the solutions; none where there is no list.

    Raises:
        CourseError: the list is not as it must be.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise CourseError(path, [Complaint(1, f"cannot be read: {error}")]) from error
    complaints = [Complaint(1, text) for text in _complaints(entries)]
    if complaints:
        raise CourseError(path, complaints)
    return tuple(made for entry in entries for made in _equivalents(entry))


def _complaints(entries: Any) -> Iterator[str]:
    if not isinstance(entries, list):
        yield "must be a list of mutants"
        return
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict) or set(entry) != KEYS:
            yield f"entry {number} must have {', '.join(sorted(KEYS))}"
        elif not str(entry["reason"] or "").strip():
            yield f"entry {number} gives no reason"


def _equivalents(entry: dict[str, Any]) -> Iterator[Equivalent]:
    becomes = entry["becomes"]
    for change in becomes if isinstance(becomes, list) else [becomes]:
        yield Equivalent(str(entry["function"]), str(entry["was"]), str(change))
