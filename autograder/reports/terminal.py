"""Results for a terminal: the chain of objects with ticks, led by the first incorrect one.

Plain text fit to a width; colour only where the stream is a terminal and NO_COLOR is not set.
"""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterator
from typing import TextIO

from autograder.result import ObjectResult, StageResult, Status, SubmissionResult
from autograder.words import say

MARKS = {
    Status.CORRECT: ("✓", "32"),
    Status.INCORRECT: ("✗", "31;1"),
    Status.FOLLOWS: ("→", "33"),
    Status.MISSING: ("·", "35"),
    Status.NOT_JUDGED: ("?", "2"),
}
WORDS = {
    Status.CORRECT: "correct",
    Status.INCORRECT: "incorrect",
    Status.FOLLOWS: "follows",
    Status.MISSING: "not filled in",
    Status.NOT_JUDGED: "not judged",
}


class Terminal:
    """Writes results to a stream.

    Args:
        stream: where to.
        width: columns; that of the terminal by default.
    """

    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        self._stream = stream
        self._width = width or min(shutil.get_terminal_size((80, 24)).columns, 100)
        self._colour = stream.isatty() and "NO_COLOR" not in os.environ
        encoding = (getattr(stream, "encoding", None) or "ascii").lower()
        self._is_unicode = encoding.startswith("utf")

    def write(self, line: str = "") -> None:
        """One line; what the stream cannot show is replaced."""
        if not self._is_unicode:
            for sign, plain in (
                ("✓", "ok"),
                ("✗", "X"),
                ("→", ">"),
                ("·", "-"),
                ("…", "..."),
                ("—", "-"),
            ):
                line = line.replace(sign, plain)
            encoding = self._stream.encoding or "ascii"
            line = line.encode(encoding, "replace").decode(encoding)
        self._stream.write(line + "\n")

    def paint(self, text: str, code: str) -> str:
        """`text` in a colour, where colours are shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text

    def wrapped(self, text: str, indent: str = "") -> None:
        """A paragraph fit to the width."""
        for line in textwrap.wrap(
            text, max(20, self._width), initial_indent=indent, subsequent_indent=indent
        ):
            self.write(line)

    def headline(self, title: str, rest: str, indent: str = "", code: str = "1") -> None:
        """A title in bold and what goes with it, on two lines where one is too narrow."""
        if len(indent) + len(title) + 2 + len(rest) <= self._width:
            self.write(f"{indent}{self.paint(title, code)}  {rest}".rstrip())
        else:
            for text in (title, rest):
                for line in textwrap.wrap(text, max(10, self._width - len(indent))):
                    self.write(indent + (self.paint(line, code) if text is title else line))

    def chain(self, objects: tuple[ObjectResult, ...]) -> None:
        """The chain of objects with their marks, on as many lines as it takes."""
        line, used = "  ", 2
        for place, item in enumerate(objects):
            sign, code = MARKS[item.status]
            shown = f"{sign} {item.name}"
            joint = "" if place == 0 else "  "
            if used + len(joint) + len(shown) > self._width and used > 2:
                self.write(line)
                line, used, joint = "  ", 2, ""
            line += joint + self.paint(shown, code)
            used += len(joint) + len(shown)
        self.write(line)

    def stage(self, stage: StageResult, title: str = "") -> None:
        """One stage: its chain, the first incorrect object, later faults, what follows."""
        points = say("withheld") if stage.points is None else _points(stage)
        self.headline(title or stage.name, points)
        if stage.error:
            self.wrapped(stage.error, "  ! ")
        objects = tuple(item for item in stage.objects if not item.name.startswith("exercises."))
        self.chain(objects)
        first = next((item for item in objects if item.name == stage.first_incorrect), None)
        if first is not None:
            self._lead(first)
        for line in self._others(objects, first):
            self.wrapped(line, "  ")
        exercises = [item for item in stage.objects if item.name.startswith("exercises.")]
        self._exercises(exercises)

    def _exercises(self, exercises: list[ObjectResult]) -> None:
        names: dict[Status, list[str]] = {}
        for item in exercises:
            names.setdefault(item.status, []).append(item.name.split(".", 1)[1])
        right = len(names.pop(Status.CORRECT, []))
        if names:
            said = {Status.INCORRECT: "exercises.again", Status.MISSING: "exercises.missing"}
            parts = [
                say(said.get(status, "exercises.unread"), names=", ".join(n))
                for status, n in names.items()
            ]
            whole = say("exercises.right", right=right, total=len(exercises))
            self.wrapped("; ".join([whole, *parts]), "  ")

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
        first = result.first_incorrect
        lead = _lead(result) if first is None else say("first_incorrect", name=" · ".join(first))
        lead = lead.replace(say("none"), say("all_correct"))
        points = say("withheld_short") if result.points is None else _number(result.points)
        earned = say("points_of", points=points, most=f"{result.max_points:g}")
        self.headline(f"{result.student}  {earned}", lead)
        if result.error:
            self.wrapped(result.error, "! ")
        if stages:
            for stage in result.stages:
                if stage.handed_in or stage.error is None:
                    self.stage(stage)
                else:
                    self.wrapped(f"{stage.name}  {stage.error}")

    def table(self, results: list[SubmissionResult], stages: list[str]) -> None:
        """One line a student: points a stage and where it first goes wrong."""
        name = max([7, *(len(result.student) for result in results)])
        name = min(name, max(12, self._width - 40))
        columns = [max(6, len(stage)) for stage in stages]
        heads = "  ".join(stage.rjust(size) for stage, size in zip(stages, columns, strict=True))
        self.write(self.paint(f"{'student':<{name}}  {heads}   total  first incorrect", "1"))
        for result in results:
            cells = "  ".join(
                _cell(stage).rjust(size) for stage, size in zip(result.stages, columns, strict=True)
            )
            total = "—" if result.points is None else _number(result.points)
            lead = _lead(result)
            student = result.student
            if len(student) > name:
                student = student[: name - 1] + "…"
            colour = "32" if lead.startswith("✓") else "31"
            self.write(f"{student:<{name}}  {cells}  {total:>6}  {self.paint(lead, colour)}")


def _lead(result: SubmissionResult) -> str:
    """Where a submission first goes wrong, for one line."""
    if result.first_incorrect is not None:
        return " · ".join(result.first_incorrect)
    if result.points is None:
        return say("withheld")
    handed_in = [stage for stage in result.stages if stage.handed_in]
    unread = next((stage.name for stage in handed_in if stage.error is not None), None)
    if unread is not None:
        return say("see_error", stage=unread)
    wrong = any(
        item.status is not Status.CORRECT
        for stage in handed_in
        for item in stage.objects
        if not item.name.startswith("exercises.")
    )
    if wrong:
        return say("status.unjudged")
    return say("none" if len(handed_in) == len(result.stages) else "none_handed_in")


def _cell(stage: StageResult) -> str:
    if stage.points is None:
        return "—"
    return _number(stage.points) + ("!" if stage.error and stage.handed_in else "")


def _number(points: float | None) -> str:
    return "—" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def _points(stage: StageResult) -> str:
    return say("points", points=_number(stage.points), most=f"{stage.max_points:g}")
