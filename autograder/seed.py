"""The seeds of a course's hidden cases: a line a round in `solutions/seed.txt`, the newest last."""

from __future__ import annotations

import secrets
from pathlib import Path

from autograder.errors import Complaint, CourseError


def read_seeds(root: Path) -> list[int]:
    """The seeds of all rounds, the present one last.

    Args:
        root: the course's folder.

    Raises:
        CourseError: the file is not there, or a line of it is no whole number from 0 on.
    """
    path = _path(root)
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError):
        lines = []
    if not lines or not all(line.isascii() and line.isdigit() for line in lines):
        said = "must hold a whole number a line, the seeds of hidden cases, the present one last"
        raise CourseError(path, [Complaint(1, said)])
    return [int(line) for line in lines]


def read_seed(root: Path) -> int:
    """The seed of the present round."""
    return read_seeds(root)[-1]


def begin_round(root: Path) -> int:
    """Adds a seed drawn at random; returns it. Earlier rounds, if there are any, stay."""
    earlier = read_seeds(root) if _path(root).exists() else []
    seeds = [*earlier, secrets.randbelow(2**32)]
    _path(root).write_text("".join(f"{seed}\n" for seed in seeds), encoding="utf-8")
    return seeds[-1]


def _path(root: Path) -> Path:
    return root / "solutions" / "seed.txt"
