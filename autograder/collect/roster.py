"""A list of students as a CSV file: what nbgrader is to call the people of a download."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from autograder.collect.gradescope import Sender
from autograder.collect.layouts import ROSTER_COLUMNS
from autograder.errors import UsageError

MAX_BYTES = 20_000_000


class Roster:
    """Finds people by what a download tells of them.

    Args:
        path: the list; of one's own (columns `student_id` and any of name, id, email, sid), a
            Moodle grading worksheet, a Canvas gradebook or a Gradescope roster.

    Raises:
        UsageError: it cannot be read or has no column that names students.
    """

    def __init__(self, path: Path) -> None:
        rows = _rows(path)
        heads = {_folded(head): head for head in (rows[0] if rows else {})}
        columns = {
            field: [heads[name] for name in names if name in heads]
            for field, names in ROSTER_COLUMNS.items()
        }
        if not columns["student"]:
            known = ", ".join(ROSTER_COLUMNS["student"])
            raise UsageError(f"{path}: no column for the student; expected one of {known}")
        self._known: dict[tuple[str, str], set[str]] = {}
        for row in rows:
            student = (row.get(columns["student"][0]) or "").strip()
            if student:
                for key in _keys(row, columns):
                    self._known.setdefault(key, set()).add(student)

    def find(self, sender: Sender, *, is_number_lasting: bool) -> set[str]:
        """Whom the first telling thing fits: number, sid, mail address, then name.

        Returns:
            None: nobody; one; or several, where the list does not tell them apart.
        """
        told = (
            ("number", _digits(sender.number)),
            ("sid", _folded(sender.sid)),
            ("email", _folded(sender.email)),
            ("name", _run_together(sender.name)),
        )
        for kind, value in told:
            found = self._known.get((kind, value), set()) if value else set()
            agreed = kind != "number" or is_number_lasting or self._fits(found, sender.name)
            if found and agreed:
                return found
        return set()

    def _fits(self, found: set[str], name: str) -> bool:
        """Whether a number that is a person's in one assignment only comes with that name."""
        return bool(found & self._known.get(("name", _run_together(name)), set()))


def _keys(row: dict[str, str], columns: dict[str, list[str]]) -> Iterable[tuple[str, str]]:
    for kind, read in (("sid", _folded), ("email", _folded), ("number", _digits)):
        for head in columns[kind]:
            if value := read(row.get(head) or ""):
                yield kind, value
    for head in columns["name"]:
        name = row.get(head) or ""
        last, comma, first = name.partition(",")
        for form in {name, f"{first} {last}" if comma else name}:
            if value := _run_together(form):
                yield "name", value


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path}: too large for a list of students")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = max(",;\t", key=lines[0].count) if lines else ","
    return list(csv.DictReader(lines, delimiter=delimiter))


def _digits(text: str) -> str:
    found = re.search(r"\d+", text)
    return found[0] if found else ""


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


def _run_together(text: str) -> str:
    """A name without spaces and signs, as Canvas writes it into file names."""
    return re.sub(r"[\W_]+", "", _folded(text))
