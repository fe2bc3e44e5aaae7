"""Many submissions on all cores, or on many machines: results come in order, whoever made them.

Only plain data crosses: what was handed in of a stage goes out, its result comes back. A process
that dies takes nothing with it: what it had is graded again by another one, and only what ends
every process that takes it has its mark withheld.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from autograder.cache import Cache
from autograder.course import Course
from autograder.fingerprint import verdicts
from autograder.grading import Grader
from autograder.limits import Isolation
from autograder.pool.contract import Pool
from autograder.pool.line import Line
from autograder.pool.local import InProcess, Processes
from autograder.result import SubmissionResult
from autograder.seed import read_seed
from autograder.submission import Submission

FEW = 4
"""Up to so many submissions are graded in this process: starting others would take longer."""


def grade_all(
    course: Course,
    submissions: Sequence[Submission],
    *,
    isolation: Isolation = "auto",
    jobs: int | None = None,
    seed: int | None = None,
    on: str | None = None,
    cache: Cache | None = None,
    on_level: Callable[[Isolation], None],
) -> Iterator[SubmissionResult]:
    """Results in the order of the submissions, each as soon as those before it are there.

    Args:
        course: the course.
        submissions: what to grade.
        isolation: the isolation wanted.
        jobs: processes to use here; by default one a core.
        seed: of the hidden cases; that of the present round by default.
        on: a Dask scheduler's address, or `dask` for a cluster on this machine; None: no Dask.
        cache: where results are taken from and kept.
        on_level: told the isolation level in force, once, before any work.

    Raises:
        CourseError: the author must edit something.
        IsolationError: the isolation wanted is not to be had.
        UsageError: there is no Dask, or no scheduler at that address.
    """
    seed = read_seed(course.root) if seed is None else seed
    with Grader(course, isolation if on is None else None, seed) as desk:
        desk.prepare()  # a fault of the course stops before any work
        with _pool(desk, isolation, seed, jobs, on, len(submissions) <= FEW) as pool:
            on_level(pool.level)
            keys = {} if cache is None else verdicts(course, seed, pool.level)
            yield from Line(desk, pool, cache, keys).results(submissions)


def _pool(
    desk: Grader, isolation: Isolation, seed: int, jobs: int | None, on: str | None, few: bool
) -> Pool:
    workers = jobs or os.cpu_count() or 1
    if on is not None:
        from autograder.pool.on_dask import OnDask

        return OnDask(desk.course, isolation, seed, on, workers)
    if few or workers == 1:
        return InProcess(desk)
    desk.close()  # it has tried the level, and judges on what needs no worker
    return Processes(desk.course, desk.isolation, seed, workers)
