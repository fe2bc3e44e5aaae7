"""`autograder collect`: downloads and folders in, `submitted/` and a table out."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.collect.roster import Roster
from autograder.collect.senders import HandIn, Wanted, read_senders
from autograder.collect.sorting import Sorted, Sorter
from autograder.collect.source import Fault, Opener
from autograder.collect.writing import write
from autograder.course_file import find_course, read_course
from autograder.errors import UsageError
from autograder.reports.terminal import Terminal

LOOK = "look"


@dataclass(frozen=True)
class Options:
    """What the caller asked for.

    Attributes:
        into: where students' folders go; None: the course's `submitted/`.
        stage: the stage that everything is for, if one was named.
        student: the student that everything is of, if one was named.
        students: a list of students.
        pattern: a pattern of the caller's own for file names.
        force: whether earlier hand-ins give way.
        dry_run: whether nothing is written.
    """

    into: Path | None
    stage: str | None
    student: str | None
    students: Path | None
    pattern: str | None
    force: bool
    dry_run: bool


@dataclass(frozen=True)
class _Row:
    outcome: str
    item: Sorted


def run(root: Path | None, sources: Iterable[Path], options: Options) -> int:
    """Collects from every source; returns 0 where all was matched, 1 where a person must look.

    Raises:
        CourseError, UsageError: the author or the caller must change something.
    """
    course = read_course(find_course(root))
    wanted = Wanted(
        stages=tuple(course.stages),
        stage=course.stage(options.stage).name if options.stage else "",
        student=options.student or "",
        pattern=_pattern(options.pattern),
        roster=Roster(options.students) if options.students else None,
    )
    into = options.into or course.root / "submitted"
    sorter = Sorter(course)
    rows: list[_Row] = []
    faults: list[Fault] = []
    with Opener() as opener:
        for path in sources:
            source = opener.open(path)
            hand_ins, unsent = read_senders(source, wanted)
            faults += [*source.faults, *unsent]
            for hand_in in hand_ins:
                rows += _collected(hand_in, sorter, into, options)
    return _report(Terminal(sys.stdout), rows, faults, into, dry_run=options.dry_run)


def _collected(hand_in: HandIn, sorter: Sorter, into: Path, options: Options) -> list[_Row]:
    rows = []
    for item in sorter.sort(hand_in):
        if hand_in.is_late:
            item.notes.insert(0, f"late, says {hand_in.platform}")
        outcome = LOOK
        if not item.doubts:
            outcome = write(
                item, into, time=hand_in.time, force=options.force, dry_run=options.dry_run
            )
        rows.append(_Row(outcome, item))
    return rows


def _pattern(text: str | None) -> re.Pattern[str] | None:
    if text is None:
        return None
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise UsageError(f"--pattern: {error}") from None
    groups = set(pattern.groupindex)
    if not groups & {"student_id", "name"} or not groups & {"file_id", "file"}:
        raise UsageError("--pattern needs the groups (?P<student_id>…) and (?P<file_id>…)")
    return pattern


def _report(
    terminal: Terminal, rows: list[_Row], faults: list[Fault], into: Path, *, dry_run: bool
) -> int:
    student = max([7, *(len(row.item.student) for row in rows)])
    stage = max([5, *(len(row.item.stage) for row in rows)])
    if rows:
        terminal.write(terminal.paint(f"{'student':<{student}}  {'stage':<{stage}}  hand-in", "1"))
    for row in rows:
        item = row.item
        said = ", ".join(item.files) if row.outcome != LOOK else ""
        lead = f"{item.student:<{student}}  {item.stage or '?':<{stage}}  "
        notes = "".join(f"; {note}" for note in item.notes)
        if row.outcome == LOOK:
            terminal.write(lead + terminal.paint("LOOK", "31"))
        else:
            there = "" if row.outcome == "collected" else f" ({row.outcome})"
            terminal.write(f"{lead}{said}{there}{notes}")
        for doubt in item.doubts:
            terminal.wrapped(doubt, indent=" " * 4)
    if faults:
        terminal.write(terminal.paint("not taken:", "31"))
    for fault in faults:
        terminal.wrapped(f"{fault.where}: {fault.reason}", indent=" " * 4)
    counts = Counter(row.outcome for row in rows)
    looks = counts.pop(LOOK, 0) + len(faults)
    told = [f"{number} {outcome}" for outcome, number in counts.items()] or ["nothing collected"]
    if looks:
        told.append(f"{looks} for a person to look at")
    where = f"would go into {into}" if dry_run else f"in {into}"
    terminal.write(f"{', '.join(told)} ({where})")
    return 1 if looks or not rows else 0
