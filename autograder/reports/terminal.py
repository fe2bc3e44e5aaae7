"""Results for a terminal: the chain of objects with ticks, led by the first incorrect one.

Plain text fit to a width in columns, not in characters: some take two, some none. Colour only
where the stream is a terminal and NO_COLOR is not set.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

import wcwidth

from autograder.reports.columns import Column, groups, total_size
from autograder.result import EXERCISE, ObjectResult, StageResult, Status, SubmissionResult
from autograder.words import say

MARKS = {
    Status.CORRECT: ("✓", "32"),
    Status.INCORRECT: ("✗", "31;1"),
    Status.FOLLOWS: ("→", "33"),
    Status.MISSING: ("·", "35"),
    Status.NOT_JUDGED: ("?", "2"),
}
NOTHING = MARKS[Status.MISSING][0]

MAX_WIDTH = 100
"""Longer lines of prose are hard to read."""

MAX_MISPLACED = 10
"""So many who misplaced their files are named below a table."""

TOGETHER = "\u00a0"
"""A space at which no line is broken."""

PLAIN = {
    "✓": "ok",
    "✗": "X",
    "→": ">",
    "·": "-",
    "…": "...",
    "—": "-",
    "–": "-",
    "├─▶": "+->",
    "└─▶": "+->",
    TOGETHER: " ",
}


class Terminal:
    """Writes results to a stream.

    Args:
        stream: where to.
        width: columns; that of the terminal by default.
    """

    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        self._stream = stream
        self._columns = width or shutil.get_terminal_size((80, 24)).columns
        self._width = max(20, min(self._columns, width or MAX_WIDTH))
        self._is_screen = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._colour = self._is_screen and "NO_COLOR" not in os.environ
        if self._is_screen and sys.platform == "win32":
            os.system("")  # makes older consoles obey escape sequences
        encoding = (getattr(stream, "encoding", None) or "ascii").lower()
        self._is_unicode = encoding.startswith("utf")

    def clear(self) -> bool:
        """Empties the screen; false where the stream is none, and what comes is to be appended."""
        if self._is_screen:
            self._stream.write("\x1b[H\x1b[2J")
        return self._is_screen

    def write(self, line: str = "") -> None:
        """One line as it is; what the stream cannot show is replaced."""
        self._stream.write(self._shown(line).replace(TOGETHER, " ") + "\n")

    def paint(self, text: str, code: str) -> str:
        """`text` in a colour, where colours are shown; as it is for none."""
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour and code else text

    def wrapped(self, text: str, indent: str = "", hang: str | None = None) -> None:
        """A paragraph fit to the width.

        Args:
            text: the paragraph.
            indent: what its first line begins with.
            hang: what its other lines begin with; the same by default.
        """
        for line in self._lines(text, indent, indent if hang is None else hang):
            self.write(line)

    def headline(self, title: str, rest: str, indent: str = "", code: str = "1") -> None:
        """A title in bold and what goes with it, on two lines where one is too narrow."""
        title, rest = self._shown(title), self._shown(rest)
        if wcwidth.width(f"{indent}{title}  {rest}") <= self._width:
            self.write(f"{indent}{self.paint(title, code)}  {rest}".rstrip())
            return
        for line in self._lines(title, indent, indent):
            self.write(indent + self.paint(line.removeprefix(indent), code))
        self.wrapped(rest, indent)

    def flow(self, pieces: Iterable[tuple[str, str]], indent: str, hang: str, gap: int) -> None:
        """Pieces of text one after the other, each whole on a line, on as many lines as it takes.

        Args:
            pieces: each with its colour.
            indent: what the first line begins with.
            hang: what the others begin with.
            gap: columns between two pieces.
        """
        line, used = indent, wcwidth.width(indent)
        begun = used
        for piece, code in pieces:
            shown = self._cut(self._shown(piece), self._width - wcwidth.width(hang))
            size = wcwidth.width(shown)
            space = gap if used > begun else 0
            if used + space + size > self._width and used > begun:
                self.write(line)
                line, used, space = hang, wcwidth.width(hang), 0
                begun = used
            line += " " * space + self.paint(shown, code)
            used += space + size
        self.write(line)

    def chain(self, objects: tuple[ObjectResult, ...]) -> None:
        """The chain of objects with their marks, on as many lines as it takes."""
        marked = ((item.name, *MARKS[item.status]) for item in objects)
        pieces = ((f"{sign} {name}", code) for name, sign, code in marked)
        self.flow(pieces, "  ", "  ", gap=2)

    def _shown(self, text: str) -> str:
        """`text` in signs that the stream has."""
        if self._is_unicode:
            return text
        for sign, plain in PLAIN.items():
            text = text.replace(sign, plain)
        encoding = self._stream.encoding or "ascii"
        return text.encode(encoding, "replace").decode(encoding)

    def _lines(self, text: str, indent: str, hang: str) -> list[str]:
        return wcwidth.wrap(
            self._shown(text),
            self._width,
            initial_indent=self._shown(indent),
            subsequent_indent=self._shown(hang),
        )

    def _cut(self, text: str, columns: int) -> str:
        if wcwidth.width(text) <= columns:
            return text
        end = self._shown("…")
        return wcwidth.clip(text, 0, columns - len(end)).rstrip() + end

    def stage(self, stage: StageResult, title: str = "") -> None:
        """One stage: its chain, the first incorrect object, later faults, what follows."""
        points = say("withheld") if stage.points is None else _points(stage)
        self.headline(title or stage.name, points)
        objects = stage.chain
        if error := _untold(stage.error, objects):
            self.wrapped(error, "  ! ", "    ")
        self.chain(objects)
        first = next((item for item in objects if item.name == stage.first_incorrect), None)
        if first is not None:
            self._lead(first)
        for line in self._others(objects, first):
            self.wrapped(line, "  ", "    ")
        self._exercises([item for item in stage.objects if item.is_exercise])

    def _exercises(self, exercises: list[ObjectResult]) -> None:
        names: dict[Status, list[str]] = {}
        for item in exercises:
            names.setdefault(item.status, []).append(item.name.removeprefix(EXERCISE))
        right = len(names.pop(Status.CORRECT, []))
        if names:
            said = {Status.INCORRECT: "exercises.again", Status.MISSING: "exercises.missing"}
            parts = [
                say(said.get(status, "exercises.unread"), names=", ".join(n))
                for status, n in names.items()
            ]
            whole = say("exercises.right", right=right, total=len(exercises))
            self.wrapped("; ".join([whole, *parts]), "  ", "    ")

    def _lead(self, item: ObjectResult) -> None:
        cause = f"({item.cause})" if item.cause else ""
        self.headline(say("first_incorrect", name=item.name), cause, indent="  ", code="31;1")
        self.wrapped(item.message, "    ")

    def _others(
        self, objects: tuple[ObjectResult, ...], first: ObjectResult | None
    ) -> Iterator[str]:
        for item in objects:
            has_news = item.status is Status.CORRECT and item.message not in ("", say("right"))
            if has_news or (item.status is Status.INCORRECT and item is not first):
                yield f"{MARKS[item.status][0]} {item.name}: {item.message}"
        follows = [item.name for item in objects if item.status is Status.FOLLOWS]
        if follows:
            yield say("carried_forward", names=", ".join(follows))
        missing = [
            item.name for item in objects if item.status is Status.MISSING and item is not first
        ]
        if missing:
            yield say("to_fill_in", names=", ".join(missing))
        unjudged: dict[str, list[str]] = {}
        for item in objects:
            if item.status is Status.NOT_JUDGED:
                unjudged.setdefault(item.message, []).append(item.name)
        for told, names in unjudged.items():
            yield f"? {', '.join(names)}: {told}"

    def submission(self, result: SubmissionResult, *, stages: bool = True) -> None:
        """One student: points, the first incorrect object, and the stages if asked."""
        first = result.first_incorrect if _has_any(result) else None
        lead = _lead(result) if first is None else say("first_incorrect", name=" · ".join(first))
        lead = lead.replace(say("none"), say("all_correct"))
        points = say("withheld_short") if result.points is None else _number(result.points)
        earned = say("points_of", points=points, most=f"{result.max_points:g}")
        self.headline(f"{result.student}  {earned}", lead)
        if result.error:
            self.wrapped(result.error, "! ", "  ")
        if stages:
            for stage in result.stages:
                if stage.handed_in or stage.error is None:
                    self.stage(stage)
                else:
                    self.wrapped(f"{stage.name}  {stage.error}", hang="  ")

    def table(self, results: list[SubmissionResult], stages: list[str]) -> None:
        """One line a student: points a stage and where it first goes wrong.

        Stages that nobody handed in are only named. Where the rest is too wide, the stages stand in
        tables of their own below.
        """

        def column(head: str, cells: Iterable[str], least: int = 0) -> Column:
            return Column(head, tuple(map(self._shown, cells)), least)

        absent = [
            stage
            for k, stage in enumerate(stages)
            if all(_cell(result.stages[k]) == NOTHING for result in results)
        ]
        names = column("student", (result.student for result in results))
        size = min(names.size, max(10, self._columns // 3))
        names = Column(names.head, tuple(self._cut(name, size) for name in names.cells))
        points = [
            column(stage, (_cell(result.stages[k]) for result in results), 6)
            for k, stage in enumerate(stages)
            if stage not in absent
        ]
        total = column("total", (_number(result.points) for result in results), 6)
        leads = column("first incorrect", map(_lead, results))
        if total_size([names, *points, total, leads]) <= self._columns:
            self._block(names, [*points, total], leads)
        else:
            self._block(names, [total], leads)
            for group in groups(points, self._columns - names.size):
                self.write()
                self._block(names, group)
        if absent:
            self.wrapped(f"handed in by nobody graded now: {', '.join(absent)}", hang="  ")

    def misplaced(self, results: Iterable[SubmissionResult]) -> None:
        """Who handed in nothing that a stage takes, though there are files; the first of them."""
        found = [result for result in results if result.error is not None]
        for result in found[:MAX_MISPLACED]:
            self.wrapped(f"{result.student}: {result.error}", "! ", "  ")
        if len(found) > MAX_MISPLACED:
            self.write(f"! and {len(found) - MAX_MISPLACED} more; the report has them all")

    def _block(self, names: Column, columns: list[Column], leads: Column | None = None) -> None:
        """A table; leads that are too wide to stand beside the rest stand below, line by line."""
        is_narrow = leads is not None and total_size([names, *columns, leads]) > self._columns
        texts = zip(*(column.texts for column in (names, *columns)), strict=True)
        for k, (name, *cells) in enumerate(texts):
            line = wcwidth.ljust(name, names.size)
            for column, cell in zip(columns, cells, strict=True):
                line += "  " + wcwidth.rjust(cell, column.size)
            lead = "" if leads is None else leads.texts[k]
            code = "1" if k == 0 else "32" if lead.startswith(self._shown("✓")) else "31"
            beside = f"  {self.paint(lead, code)}" if lead and not is_narrow else ""
            self.write((line if k else self.paint(line, "1")) + beside)
            if is_narrow:
                for part in self._lines(lead, "  ", "  "):
                    self.write(self.paint(part, code))


def _untold(error: str | None, objects: tuple[ObjectResult, ...]) -> str:
    """What a stage's error says that no object's message does."""
    told = " ".join(item.message for item in objects if item.status is Status.INCORRECT)
    parts = (error or "").split("; ")
    return "; ".join(part for part in parts if part not in told)


def _has_any(result: SubmissionResult) -> bool:
    """Whether any stage's file was handed in."""
    return any(stage.handed_in for stage in result.stages)


def _lead(result: SubmissionResult) -> str:
    """Where a submission first goes wrong, for one line."""
    if result.points is None and result.first_incorrect is None:
        return say("withheld")
    if not _has_any(result):
        return say("nothing_handed_in")
    if result.first_incorrect is not None:
        return " · ".join(result.first_incorrect)
    handed_in = [stage for stage in result.stages if stage.handed_in]
    unread = next((stage.name for stage in handed_in if stage.error is not None), None)
    if unread is not None:
        return say("see_error", stage=unread)
    if any(item.status is not Status.CORRECT for stage in handed_in for item in stage.chain):
        return say("status.unjudged")
    return say("none" if len(handed_in) == len(result.stages) else "none_handed_in")


def _cell(stage: StageResult) -> str:
    if stage.points is None:
        return "—"
    if not (stage.handed_in or stage.points):
        return NOTHING
    return _number(stage.points) + ("!" if stage.error and stage.handed_in else "")


def _number(points: float | None) -> str:
    return "—" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def _points(stage: StageResult) -> str:
    return say("points", points=_number(stage.points), most=f"{stage.max_points:g}")
