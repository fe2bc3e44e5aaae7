"""`autograder record` and `autograder notebooks`: files made from the course."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.course_file import find_course, read_course


def record(root: Path | None, *, only_check: bool) -> int:
    """Writes each stage's public.json, or says which are out of step."""
    from autograder.record import record_public, stages_out_of_step

    course = read_course(find_course(root))
    if only_check:
        stale = [stage.name for stage in stages_out_of_step(course)]
        return _told(stale, "public.json is out of step; run autograder record")
    for path in record_public(course):
        sys.stdout.write(f"wrote {path.relative_to(course.root)}\n")
    return 0


def notebooks(root: Path | None, *, only_check: bool) -> int:
    """Writes each stage's notebook, or says which are out of step."""
    from autograder.lesson import stale_notebooks, write_notebooks

    course = read_course(find_course(root))
    if only_check:
        stale = [str(item) for item in stale_notebooks(course)]
        return _told(stale, "is out of step; run autograder notebooks")
    for path in write_notebooks(course):
        sys.stdout.write(f"wrote {path.relative_to(course.root)}\n")
    return 0


def _told(stale: list[str], what: str) -> int:
    for name in stale:
        sys.stderr.write(f"{name}: {what}\n")
    return 1 if stale else 0
