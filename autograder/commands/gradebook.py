"""The `--gradebook` part of `autograder grade`: what it says of the gradebook, and when."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from autograder.course import Course
from autograder.errors import UsageError
from autograder.result import SubmissionResult
from autograder.submission import Submission

if TYPE_CHECKING:
    from autograder.gradebook.book import Book, Tally
    from autograder.gradebook.changes import Change


@dataclass(frozen=True)
class Wanted:
    """What the caller wants done to the gradebook.

    Attributes:
        gradebook: results go there.
        dry_run: only say which marks would change.
        force: also what is done and unchanged.
    """

    gradebook: bool = False
    dry_run: bool = False
    force: bool = False


class Destination(Protocol):
    """Where results go before they are reported."""

    def due(self, submissions: Sequence[Submission], *, everyone: bool) -> list[Submission]:
        """The submissions that have to be graded."""

    def take(
        self, results: Iterable[SubmissionResult], submissions: Sequence[Submission]
    ) -> Iterator[SubmissionResult]:
        """The same results, each when it is dealt with."""


class _Nowhere:
    def due(self, submissions: Sequence[Submission], *, everyone: bool) -> list[Submission]:
        del everyone  # all of them in any case
        return list(submissions)

    def take(
        self, results: Iterable[SubmissionResult], submissions: Sequence[Submission]
    ) -> Iterator[SubmissionResult]:
        del submissions
        yield from results


@contextmanager
def destination(course: Course, wanted: Wanted) -> Iterator[Destination]:
    """The gradebook if it is wanted, else a destination that keeps nothing; says what it did.

    Raises:
        UsageError: an option is given that means nothing without --gradebook, or there is no
            gradebook to write to.
    """
    if not wanted.gradebook:
        if wanted.dry_run or wanted.force:
            raise UsageError("--dry-run and --force belong to --gradebook")
        yield _Nowhere()
        return
    # jsonschema, which nbgrader imports, would spend a second on a format that nobody asks for.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # None: not there
    try:
        from autograder.gradebook.book import open_book
    except ImportError as error:
        raise UsageError(f"--gradebook needs nbgrader: {error}") from None
    teller = _Teller()
    with open_book(course, force=wanted.force, dry_run=wanted.dry_run, tell=teller.tell) as book:
        yield book
        _summary(book, wanted)


def exit_status(book: Destination) -> int:
    """What the gradebook adds to the exit status: 3 a submission failed, 2 a stage is left out."""
    tally: Tally | None = getattr(book, "tally", None)
    if tally is None:
        return 0
    return 3 if tally.failed else 2 if tally.left_out else 0


class _Teller:
    """Writes the marks that change as a table that grows, its heading with the first."""

    def __init__(self) -> None:
        self._begun = False

    def tell(self, change: Change) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")  # over the line that tells how far grading is
            sys.stderr.flush()
        if not self._begun:
            sys.stdout.write(f"{'student':<14}  {'object':<24}  {'mark':<9}  why\n")
        self._begun = True
        sys.stdout.write(f"{change}\n")
        sys.stdout.flush()


def _summary(book: Book, wanted: Wanted) -> None:
    tally = book.tally
    for line in (*(f"not written: {text}" for text in tally.left_out), *tally.failed):
        sys.stderr.write(f"{line}\n")
    sys.stdout.write(f"gradebook: {_counts(tally, wanted)}\n")


def _counts(tally: Tally, wanted: Wanted) -> str:
    due, page, done = tally.did.values()
    verb = "would be written" if wanted.dry_run else "written"
    parts = [f"{due} {verb}"]
    if page:
        parts.append(f"{page} with a new page only")
    if done:
        parts.append(f"{done} unchanged and skipped (--force takes them too)")
    if tally.failed:
        parts.append(f"{len(tally.failed)} failed")
    would = "would change" if wanted.dry_run else "changed"
    one = "mark of an earlier run" if tally.changed == 1 else "marks of earlier runs"
    return f"{', '.join(parts)}; {tally.changed} {one} {would}"
