"""`autograder words`: what of a course lacks a translation, as entries to fill in."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.course_file import find_course, read_course
from autograder.lint.remark import Page
from autograder.lint.words import lacking
from autograder.words import pattern


def run(root: Path | None, language: str, stages: Sequence[str]) -> int:
    """Writes an entry for each text that lacks a translation; returns 1 where there is one.

    Raises:
        CourseError: the course cannot be graded with at all.
        UsageError: there is no such stage or language.
    """
    course = read_course(find_course(root))
    seen: set[str] = set()
    for stage in course.only(stages).stages.values():
        for remark, text in lacking(Page(course, stage), language):
            source = pattern(text) if remark.path.name == "cases.py" else text
            if source not in seen:
                seen.add(source)
                sys.stdout.write(f"? {json.dumps(source, ensure_ascii=False)}\n: \n")
    sys.stderr.write(f"{len(seen)} to translate into {language}\n")
    return 1 if seen else 0
