"""The seed of a course's hidden cases: one number in `solutions/seed.txt`, changed a round."""

from __future__ import annotations

from pathlib import Path

from autograder.errors import Complaint, CourseError


def read_seed(root: Path) -> int:
    """The course's seed.

    Args:
        root: the course's folder.

    Raises:
        CourseError: the file is not there or holds no whole number from 0 on.
    """
    path = root / "solutions" / "seed.txt"
    try:
        text = path.read_text(encoding="utf-8").strip()
        if text.isascii() and text.isdigit():
            return int(text)
    except OSError:
        pass
    raise CourseError(path, [Complaint(1, "must hold one whole number, the seed of hidden cases")])
