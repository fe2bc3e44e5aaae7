"""`autograder release`: what students get, as files to put on any course page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.course_file import find_course, read_course
from autograder.errors import UsageError
from autograder.release.stage import write_stage
from autograder.release.wheel import wheel_name, write_wheel


def run(root: Path | None, stages: Sequence[str], out: Path | None) -> int:
    """Writes a zip for each stage named (or all), and the wheel beside them; returns 0.

    Raises:
        CourseError: a stage lacks a file that students need.
        UsageError: no such stage, or nothing can be written there.
    """
    course = read_course(find_course(root))
    out = out or course.root / "dist"
    wanted = course.only(stages).stages
    try:
        for stage in wanted.values():
            _told(write_stage(course, stage, out, wheel_name()))
        _told(write_wheel(out))
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error}") from None
    return 0


def _told(path: Path) -> None:
    sys.stdout.write(f"{path}  {path.stat().st_size // 1024 + 1} kB\n")
