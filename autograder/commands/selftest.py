"""`autograder selftest`: how good the grading of a course is, with the list of what is not."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.commands.progress import show_step
from autograder.course_file import find_course, read_course
from autograder.errors import UsageError
from autograder.reports.terminal import Terminal
from autograder.selftest.counts import is_right
from autograder.selftest.report import write_json, write_terminal
from autograder.selftest.work import find


def run(
    root: Path | None,
    stages: Sequence[str],
    *,
    submissions: Path | None,
    json: Path | None,
    jobs: int | None,
) -> int:
    """Tests the grading of the named stages, or of all; returns the exit status.

    Raises:
        CourseError: the author must edit something.
        UsageError: no such stage or folder.
    """
    course = read_course(find_course(root)).only(stages)
    if submissions is not None and not submissions.is_dir():
        raise UsageError(f"{submissions}: no such folder")
    findings = find(course, submissions, jobs or os.cpu_count() or 1, show_step)
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    write_terminal(findings, Terminal(sys.stdout, width), width)
    if json is not None:
        write_json(findings, json)
    return 0 if is_right(findings) else 1
