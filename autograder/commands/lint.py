"""`autograder lint`: what would be unfair or dead in a course, with the place to edit."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.commands.progress import show_step
from autograder.course import Course, Stage
from autograder.course_file import find_course, read_course
from autograder.lint import lint, lint_words
from autograder.lint.remark import Remark


def run(root: Path | None, stages: Sequence[str]) -> int:
    """Writes a line a remark; returns 1 where there is one, else 0.

    Raises:
        CourseError: the course cannot be graded with at all.
        UsageError: there is no such stage.
    """
    course = read_course(find_course(root))
    wanted = course.only(stages).stages
    found = 0
    for remark in _remarks(course, list(wanted.values())):
        found += 1
        path = os.path.relpath(remark.path, course.root)
        sys.stdout.write(f"{path}:{remark.line}: {remark.text}  [{remark.rule}]\n")
    of = f"{len(wanted)} stage{'s' * (len(wanted) != 1)}"
    sys.stdout.write(f"{found or 'no'} remark{'s' * (found != 1)} on {of} of {course.title}\n")
    return 1 if found else 0


def _remarks(course: Course, wanted: Sequence[Stage]) -> Iterator[Remark]:
    for done, stage in enumerate(wanted):
        show_step(stage.name, done, len(wanted))
        yield from lint(course, stage)
    show_step("", 1, 1)
    if len(wanted) == len(course.stages):
        yield from lint_words(course)
