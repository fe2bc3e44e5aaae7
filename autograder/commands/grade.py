"""`autograder grade`: submissions in, a table and a report out.

Each result goes through the reports as it comes, and is let go of: of a student no more is held
than a row of the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from autograder.cache import FOLDER, Cache
from autograder.commands.github import github_writer
from autograder.commands.gradebook import Wanted, destination, exit_status
from autograder.commands.progress import with_progress
from autograder.commands.rows import Rows
from autograder.course import Course
from autograder.course_file import find_course, read_course
from autograder.errors import IsolationError, UsageError
from autograder.limits import Isolation
from autograder.pool import grade_all
from autograder.reports.json import check_target, written
from autograder.reports.terminal import Terminal
from autograder.result import Report, SubmissionResult
from autograder.submission import Submission, find_submissions
from autograder.words import speaking, wanted

Results = Iterable[SubmissionResult]

FEW = 5
"""So many pages of an earlier run are named."""


def run(
    root: Path | None,
    paths: Sequence[Path],
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
    on: str | None = None,
    cache: Path | None = None,
    fresh: bool = False,
    stages: Sequence[str] = (),
) -> int:
    """Grades everything at `paths`, or these stages of it; returns the exit status.

    Raises:
        CourseError, UsageError: the author or the caller must change something.
        IsolationError: no isolation that may give marks holds here.
    """
    write_pages = _page_writer(html, seed)
    course = read_course(find_course(root), wanted(language))
    if json is not None:
        check_target(json)
    if course.root in (path.resolve() for path in paths):
        said = "is the course's own folder; name the one of submissions, such as submitted/"
        raise UsageError(f"{course.root} {said}")
    with speaking(course.words):
        found = [item for path in paths for item in find_submissions(path, course.stages)]
    submissions = _once(found)
    course = course.only(stages)
    write_github = github_writer(course, github, len(submissions))
    kept = _cache(course, cache, fresh=fresh)
    levels: list[Isolation] = []

    def on_level(level: Isolation) -> None:
        _may_give_marks(level, isolation)
        levels.append(level)

    terminal, rows = Terminal(sys.stdout), Rows()
    with destination(course, gradebook) as book:
        alone = len(submissions) == 1
        submissions = book.due(submissions, everyone=json is not None or html is not None)
        if not submissions:
            return exit_status(book)
        results: Results = grade_all(
            course,
            submissions,
            isolation=isolation,
            jobs=jobs,
            seed=seed,
            on=on,
            cache=kept,
            on_level=on_level,
        )
        results = with_progress(book.take(results, submissions), len(submissions))
        if json is not None:
            results = written(results, json, lambda: _head(course, levels[0]))
        if details or alone:
            results = _shown(course, results, terminal)
        pages = write_pages(course, rows.added(write_github(results)))
    terminal.table(rows.rows, list(course.stages))
    terminal.misplaced(rows.rows)
    _tell(terminal, json, pages, levels[0])
    if pages is not None:
        _tell_earlier(terminal, pages, [row.student for row in rows.rows])
    _tell_unchanged(kept)
    return max(exit_status(book), rows.status)


def _head(course: Course, level: Isolation) -> Report:
    return Report(course.title, course.version, level, ())


def _tell(terminal: Terminal, json: Path | None, pages: Path | None, level: Isolation) -> None:
    if json is not None:
        terminal.write(f"report: {json}   isolation: {level}")
    if pages is not None:
        terminal.write(f"pages: {pages}")
    if level == "limits":
        terminal.write("Student code ran with your own rights: these marks can be forged.")


def _tell_earlier(terminal: Terminal, class_page: Path, students: Iterable[str]) -> None:
    """Names pages that are of nobody graded now; whether they go is for a person to say."""
    from autograder.reports.html import earlier_pages
    from autograder.reports.names import page_name

    left = earlier_pages(class_page.parent, {class_page.name, *map(page_name, students)})
    if left:
        more = f" and {len(left) - FEW} more" if len(left) > FEW else ""
        named = f"{', '.join(left[:FEW])}{more}"
        terminal.wrapped(f"of an earlier run, and of nobody graded now: {named}")


def _once(submissions: Iterable[Submission]) -> list[Submission]:
    """Each folder once, though several paths lead to it; a link to one is another folder."""
    found: dict[Path, Submission] = {}
    for item in submissions:
        found.setdefault(item.folder.parent.resolve() / item.folder.name, item)
    return list(found.values())


def _may_give_marks(level: Isolation, wanted: Isolation) -> None:
    if level == "limits" and wanted != "limits":
        raise IsolationError(
            "no isolation holds here, so marks could be forged and files read; "
            "`autograder doctor` says what is missing. To grade all the same, "
            "on a machine and for code that you trust: --isolation=limits"
        )


def _cache(course: Course, folder: Path | None, *, fresh: bool) -> Cache | None:
    """Where results are kept: in `folder`, else in the course's own, if that can be written to."""
    try:
        return Cache(folder or course.root / FOLDER / "cache", fresh=fresh)
    except UsageError as error:
        if folder is not None:
            raise
        sys.stderr.write(f"no result is kept for another run: {error}\n")
        return None


def _tell_unchanged(cache: Cache | None) -> None:
    if cache is not None and cache.unchanged:
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(cache.since_s))
        sys.stderr.write(
            f"{cache.unchanged:,} of {cache.asked:,} unchanged since {since}: taken from "
            f"{cache.folder} (--fresh grades them anew)\n"
        )


def _page_writer(folder: Path | None, seed: int | None) -> Callable[[Course, Results], Path | None]:
    """What takes all results and writes a page for each, and one for the class, into `folder`.

    Raises:
        UsageError: pages cannot be made here; said before any work is done.
    """
    if folder is None:
        return _without_pages
    from autograder.reports.class_page import NAME, write_class_page
    from autograder.reports.html import write_page

    check_target(folder / NAME)

    def with_page(course: Course, results: Results) -> Iterator[SubmissionResult]:
        for result in results:
            write_page(course, result, folder)
            yield result

    return lambda course, results: write_class_page(
        course, with_page(course, results), folder, seed=seed
    )


def _without_pages(_course: Course, results: Results) -> None:
    for _ in results:
        pass


def _shown(course: Course, results: Results, terminal: Terminal) -> Iterator[SubmissionResult]:
    for result in results:
        with speaking(course.words):
            terminal.submission(result)
        terminal.write()
        yield result
