"""`autograder seed`: the rounds of hidden cases."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.course_file import find_course, read_course
from autograder.seed import begin_round, read_seeds


def run(root: Path | None, *, new: bool) -> int:
    """Begins a new round if asked, and lists the seeds of all rounds."""
    course = read_course(find_course(root))
    if new:
        begin_round(course.root)
    seeds = read_seeds(course.root)
    for number, seed in enumerate(seeds, 1):
        present = "   the present one" if number == len(seeds) else ""
        sys.stdout.write(f"round {number}: {seed}{present}\n")
    return 0
