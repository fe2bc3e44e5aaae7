"""This grader in one warm process: `python -m bench.ours FOLDER …`.

The first folders get it warm; then JSON tells what one submission took, with all isolation on.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from autograder.course_file import read_course
from autograder.grading import Grader

COURSE = Path(__file__).parent / "course"
WARM = 5


def cpu_s() -> float:
    """CPU seconds of this process, of its descendants, and of what they waited for."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    below = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    alive = sum(
        each.user + each.system + each.children_user + each.children_system for each in below
    )
    return time.process_time() + ended.ru_utime + ended.ru_stime + alive


def grade(grader: Grader, folder: Path, stages: Sequence[str]) -> float:
    """Points of one submission over these stages, or all."""
    return sum(
        grader.grade_stage(name, folder / name).points or 0
        for name in stages or grader.course.stages
    )


def main() -> None:
    """Print what one submission took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--course", type=Path, default=COURSE)
    parser.add_argument("--stages", nargs="*", default=(), metavar="STAGE")
    given = parser.parse_args()
    with Grader(read_course(given.course), "strong") as grader:
        grader.prepare()
        for folder in given.folders[:WARM]:
            grade(grader, folder, given.stages)
        began, cpu = time.perf_counter(), cpu_s()
        for folder in given.folders:
            points = grade(grader, folder, given.stages)
        wall_s, used_s = time.perf_counter() - began, cpu_s() - cpu
    count = len(given.folders)
    told = {"wall_s": wall_s / count, "cpu_s": used_s / count, "points": points}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
