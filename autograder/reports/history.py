"""How the class did run after run: a line a run and stage, kept beside the pages.

The file is `history.jsonl` in the pages' folder. One that cannot be read is set aside and said so;
it never stops a run. Knows no page and no drawing.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.course import Course
from autograder.reports.tally import Rows, handed_in
from autograder.reports.templates import write

NAME = "history.jsonl"
ASIDE = "history.broken-{}.jsonl"


@dataclass(frozen=True)
class Entry:
    """One stage in one run.

    Attributes:
        at: when the run ended, as YYYY-MM-DD HH:MM:SS UTC.
        engine: version of the grader.
        course: version of the course.
        seed: of the hidden cases.
        stage: name of the stage.
        students: how many were graded.
        handed_in: of these, who handed the stage in.
        mean: of their points, where these are known; None where nobody's are.
        median: likewise.
        max_points: what could be earned.
        first: by object, students whose stage first goes wrong there.
    """

    at: str
    engine: str
    course: str
    seed: int
    stage: str
    students: int
    handed_in: int
    mean: float | None
    median: float | None
    max_points: float
    first: dict[str, int]


@dataclass(frozen=True)
class History:
    """All runs that found something new, in order.

    Attributes:
        entries: in the order of the runs, a run's stages in the order of its course.
        notice: what became of a file that could not be read; empty where all is well.
    """

    entries: tuple[Entry, ...]
    notice: str = ""

    def of(self, stage: str) -> list[Entry]:
        """The runs of one stage."""
        return [entry for entry in self.entries if entry.stage == stage]


def add_run(folder: Path, course: Course, rows: Rows, seed: int, at: str) -> History:
    """Adds the present run to the history in `folder`, and returns it whole.

    A run that finds what the last one found is no news, and is not added.
    """
    path = folder / NAME
    text, earlier, notice = _earlier(path)
    present = list(_entries(course, rows, seed, at))
    if [replace(entry, at=at) for entry in earlier[-len(present) :]] == present:
        return History(tuple(earlier), notice)
    lines = [*text.splitlines(), *(json.dumps(asdict(entry)) for entry in present)]
    write("".join(f"{line}\n" for line in lines), path)
    return History((*earlier, *present), notice)


def _earlier(path: Path) -> tuple[str, list[Entry], str]:
    """The file's text and entries; where it cannot be read, nothing and what became of it."""
    try:
        text = path.read_bytes().decode("utf-8") if path.exists() else ""
        return text, [_entry(json.loads(line)) for line in text.splitlines()], ""
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        aside = _free(path)
        path.replace(aside)
        said = f"{NAME} could not be read. It is kept as {aside.name}"
        return "", [], f"{said}, and a new one begins with this run."


def _free(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(ASIDE.format(number))).exists():
        number += 1
    return aside


def _entry(data: dict[str, Any]) -> Entry:
    """An entry from its line.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    entry = Entry(**{field.name: data[field.name] for field in fields(Entry)})
    numbers = [entry.students, entry.handed_in, entry.max_points, *entry.first.values()]
    numbers += [value for value in (entry.mean, entry.median) if value is not None]
    if not all(math.isfinite(value) for value in numbers):
        raise ValueError("no number")
    if not all(isinstance(text, str) for text in (entry.at, entry.engine, entry.stage)):
        raise ValueError("no text")
    return entry


def _entries(course: Course, rows: Rows, seed: int, at: str) -> Iterator[Entry]:
    for name, stage in course.stages.items():
        made = handed_in(rows, name)
        known = [item.points for item in made if item.points is not None]
        yield Entry(
            at=at,
            engine=__version__,
            course=course.version,
            seed=seed,
            stage=name,
            students=len(rows),
            handed_in=len(made),
            mean=round(statistics.fmean(known), 4) if known else None,
            median=statistics.median(known) if known else None,
            max_points=stage.max_points,
            first=dict(Counter(item.first_incorrect for item in made if item.first_incorrect)),
        )
