"""`autograder grade`: submissions in, a table and a report out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from autograder.commands.github import github_writer
from autograder.commands.gradebook import Wanted, destination, failed
from autograder.course import Course, find_course, read_course
from autograder.errors import IsolationError
from autograder.limits import Isolation
from autograder.pool import grade_all
from autograder.reports.json import check_target, write_report
from autograder.reports.terminal import Terminal
from autograder.result import Report, Status, SubmissionResult
from autograder.submission import find_submissions
from autograder.words import speaking, wanted


def run(
    root: Path | None,
    paths: Iterable[Path],
    *,
    json: Path | None,
    html: Path | None,
    jobs: int | None,
    seed: int | None,
    isolation: Isolation,
    details: bool,
    gradebook: Wanted = Wanted(),  # noqa: B008 - frozen
    github: str | None = None,
    language: str | None = None,
) -> int:
    """Grades everything at `paths`; returns the exit status.

    Raises:
        CourseError, UsageError: the author or the caller must change something.
        IsolationError: no isolation that may give marks holds here.
    """
    write_pages = _page_writer(html, seed)
    course = read_course(find_course(root), wanted(language))
    if json is not None:
        check_target(json)
    submissions = [found for path in paths for found in find_submissions(path, course.stages)]
    write_github = github_writer(course, github, len(submissions))
    levels: list[Isolation] = []

    def on_level(level: Isolation) -> None:
        _may_give_marks(level, isolation)
        levels.append(level)

    with destination(course, gradebook) as book:
        submissions = book.due(submissions, everyone=json is not None or html is not None)
        if not submissions:
            return 3 if failed(book) else 0
        found = grade_all(
            course, submissions, isolation=isolation, jobs=jobs, seed=seed, on_level=on_level
        )
        kept = book.take(found, submissions)
        results = list(_with_progress(kept, len(submissions)))
    terminal = Terminal(sys.stdout)
    if details or len(results) == 1:
        for result in results:
            with speaking(course.words):
                terminal.submission(result)
            terminal.write()
    terminal.table(results, list(course.stages))
    if json is not None:
        write_report(Report(course.title, course.version, levels[0], tuple(results)), json)
        terminal.write(f"report: {json}   isolation: {levels[0]}")
    write_pages(course, results, terminal)
    write_github(results)
    if levels[0] == "limits":
        terminal.write("Student code ran with your own rights: these marks can be forged.")
    return 3 if failed(book) else _exit_status(results)


def _may_give_marks(level: Isolation, wanted: Isolation) -> None:
    if level == "limits" and wanted != "limits":
        raise IsolationError(
            "no isolation holds here, so marks could be forged and files read; "
            "`autograder doctor` says what is missing. To grade all the same, "
            "on a machine and for code that you trust: --isolation=limits"
        )


def _page_writer(
    folder: Path | None, seed: int | None
) -> Callable[[Course, list[SubmissionResult], Terminal], None]:
    """What writes a page for each result and one for the class into `folder`, if there is one.

    Raises:
        UsageError: pages cannot be made here; said before any work is done.
    """
    if folder is None:
        return lambda _course, _results, _terminal: None
    from autograder.reports.class_page import NAME, write_class_page
    from autograder.reports.html import write_page

    check_target(folder / NAME)

    def write_pages(course: Course, results: list[SubmissionResult], terminal: Terminal) -> None:
        for result in results:
            write_page(course, result, folder)
        terminal.write(f"pages: {write_class_page(course, results, folder, seed=seed)}")

    return write_pages


def _with_progress(results: Iterable[SubmissionResult], total: int) -> Iterator[SubmissionResult]:
    """The same results; where stderr is a terminal, a line on it tells how far they are."""
    shown = sys.stderr.isatty() and total > 1
    began = time.monotonic()
    failures = 0
    for done, result in enumerate(results, 1):
        yield result
        failures += result.points is None
        if shown:
            rate = done / max(time.monotonic() - began, 1e-9)
            left = (total - done) / rate
            bar = "█" * (20 * done // total)
            line = f"{bar:░<20} {done}/{total}  {rate:.1f}/s  {left:.0f} s left  {failures} failed"
            sys.stderr.write(f"\r{line}\x1b[K" if done < total else "\r\x1b[K")
            sys.stderr.flush()


def _exit_status(results: list[SubmissionResult]) -> int:
    if any(result.points is None for result in results):
        return 3
    right = all(
        item.status is Status.CORRECT
        for result in results
        for stage in result.stages
        for item in stage.objects
    )
    return 0 if right else 1
