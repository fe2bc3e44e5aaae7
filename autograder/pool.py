"""Many submissions on all cores: each process has its own grader, results come in order.

Only plain data crosses: a course's folder and submissions in, results out. A process that dies
takes no other submission with it: what it had is graded again, once, by itself.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from autograder.course import Course, read_course
from autograder.grading import Grader
from autograder.limits import Isolation
from autograder.result import SubmissionResult
from autograder.submission import Submission

FEW = 4
"""Up to so many submissions are graded in this process: starting others would take longer."""

PR_SET_PDEATHSIG = 1

_grader: Grader | None = None


def grade_all(
    course: Course,
    submissions: Sequence[Submission],
    *,
    isolation: Isolation = "auto",
    jobs: int | None = None,
    seed: int | None = None,
    on_level: Callable[[Isolation], None],
) -> Iterator[SubmissionResult]:
    """Results in the order of the submissions, each as soon as those before it are there.

    Args:
        course: the course.
        submissions: what to grade.
        isolation: the isolation wanted.
        jobs: processes to use; by default one a core.
        seed: of the hidden cases; that of the present round by default.
        on_level: told the isolation level in force, once.

    Raises:
        CourseError: the author must edit something.
        IsolationError: the isolation wanted is not to be had here.
    """
    workers = jobs or os.cpu_count() or 1
    with Grader(
        course, isolation, seed
    ) as grader:  # tried here first: a fault stops before any work
        level: Isolation = grader.isolation
        on_level(level)
        grader.prepare()
        if workers == 1 or len(submissions) <= FEW:
            yield from map(grader.grade, submissions)
            return
    yield from _on_processes(course, submissions, (level, seed), min(workers, len(submissions)))


def _on_processes(
    course: Course,
    submissions: Sequence[Submission],
    how: tuple[Isolation, int | None],
    workers: int,
) -> Iterator[SubmissionResult]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        workers, context, _start, (os.getpid(), course.root, course.words.language, *how)
    ) as pool:
        futures: list[Future[SubmissionResult] | None] = []
        for submission in submissions:
            try:
                futures.append(pool.submit(_grade, submission))
            except BrokenProcessPool:
                futures.append(None)
        for submission, future in zip(submissions, futures, strict=True):
            try:
                if future is None:
                    raise BrokenProcessPool
                yield future.result()
            except BrokenProcessPool:
                with Grader(course, *how) as grader:
                    yield grader.grade(submission)


def _start(parent: int, root: Path, language: str, isolation: Isolation, seed: int | None) -> None:
    global _grader  # one grader a process is what a pool's initializer is for
    _end_with(parent)
    _grader = Grader(read_course(root, language), isolation, seed)


def _end_with(parent: int) -> None:
    """Ends this process when the grader that started it is killed; nobody else would."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it was killed before
            os._exit(1)


def _grade(submission: Submission) -> SubmissionResult:
    assert _grader is not None, "the pool's initializer has run"
    return _grader.grade(submission)
