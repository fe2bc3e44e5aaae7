"""The `--github-classroom` part of `autograder grade`: a step's output for Classroom's reporter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from autograder.course import Course
from autograder.errors import UsageError
from autograder.result import SubmissionResult

ALL = "all"


def github_writer(
    course: Course, wanted: str | None, submissions: int
) -> Callable[[Iterable[SubmissionResult]], Iterable[SubmissionResult]]:
    """What hands results on, and sets the step's output from that of the one submission.

    Args:
        course: the course.
        wanted: the stage that the step is about, or `all`; None: no output is wanted.
        submissions: how many are graded.

    Raises:
        UsageError: no such stage, or not exactly one submission.
    """
    if wanted is None:
        return lambda results: results
    stages = [*course.stages] if wanted == ALL else [wanted]
    if not course.stages.keys() >= set(stages):
        known = ", ".join([*course.stages, ALL])
        raise UsageError(f"--github-classroom {wanted}: no such stage; stages: {known}")
    if submissions != 1:
        raise UsageError(f"--github-classroom is for one submission, not for {submissions}")
    from autograder.reports.github import render, set_output

    def write(results: Iterable[SubmissionResult]) -> Iterator[SubmissionResult]:
        for result in results:
            set_output(render([stage for stage in result.stages if stage.name in stages]))
            yield result

    return write
