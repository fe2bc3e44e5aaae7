"""Makes each stage's notebook from `course.yml` and the stage's `lesson.md`.

A lesson is plain Markdown. A new cell begins at every heading of the first two levels. A block
fenced as `python` becomes a cell to run; code that is only to be read is fenced otherwise
(`text`, `py`). Three comments, each on a line of its own, say where cells of the course go:

    <!-- check: S -->     the check cell of the object S (several names: with commas)
    <!-- checks -->       the check cells of all objects not placed before, exercises apart
    <!-- exercises -->    the exercises with their check cells
    <!-- question -->     the question graded by hand and the cell for its answer
    <!-- question: K -->  that of the stage's further questions whose key is K

What a lesson does not place comes at its end, in this order. Pictures named by a path inside the
stage's folder travel in the notebook. The same sources always give the same bytes.
"""

from __future__ import annotations

import base64
import json
import mimetypes
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from autograder.course import Course, Exercise, Object, Question, Stage
from autograder.errors import Complaint, CourseError

Cell = dict[str, Any]

SETUP, ANSWER = "check-setup", "question-answer"
"""Ids of cells that belong to no object; no object's id holds a hyphen at these places."""

ANSWER_STUB = "*Write your answer here, in place of this line.*"

_PLACE = re.compile(r"^<!--\s*(check|checks|exercises|question)\s*(?::\s*(.*?))?\s*-->$")
_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(\S*)\s*$")
_HEADING = re.compile(r"^#{1,2}\s")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s:]+)\)")


def grade_id(name: str) -> str:
    """The id of an object's check cell: at most 64 letters, digits, `_` and `-`."""
    return re.sub(r"[^A-Za-z0-9_]", "-", name)[:64]


def answer_id(question: Question) -> str:
    """The id of the cell for the answer to a question graded by hand."""
    return f"question-{question.key}-answer" if question.key else ANSWER


def notebook_path(course: Course, stage: Stage) -> Path:
    """Where the stage's notebook lies."""
    return course.root / "assignments" / stage.name / f"{stage.name}.ipynb"


def write_notebooks(course: Course) -> list[Path]:
    """The notebooks that were out of step with their sources, now written anew.

    Raises:
        CourseError: a lesson is missing or places what its stage does not have.
    """
    stale = dict(_stale(course))
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(stale)


def stale_notebooks(course: Course) -> list[Path]:
    """The notebooks that are missing or differ from what their sources give.

    Raises:
        CourseError: a lesson is missing or places what its stage does not have.
    """
    return [path for path, _ in _stale(course)]


def _stale(course: Course) -> Iterator[tuple[Path, str]]:
    for stage in course.stages.values():
        path, text = notebook_path(course, stage), notebook_text(course, stage)
        if _stands(path) != text:
            yield path, text


def _stands(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def notebook_text(course: Course, stage: Stage) -> str:
    """The stage's notebook as the text of its file.

    Raises:
        CourseError: the lesson is missing or places what the stage does not have.
    """
    lesson = notebook_path(course, stage).with_name("lesson.md")
    try:
        text = lesson.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        said = f"the lesson of stage {stage.name} cannot be read: {error}"
        raise CourseError(lesson, [Complaint(1, said)]) from None
    cells = _Page(stage, lesson, course.lessons).cells(text)
    document = {
        "cells": cells,
        "metadata": {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


class _Page:
    """The cells of one notebook as they come."""

    def __init__(self, stage: Stage, lesson: Path, titles: tuple[str, ...]) -> None:
        self.stage = stage
        self.lesson = lesson
        self.titles = titles
        self.left = {item.name: item for item in stage.objects}
        self.exercises_due = bool(stage.exercises)
        self.questions = {question.key: question for question in stage.questions}
        self.texts = 0

    def cells(self, text: str) -> list[Cell]:
        """All cells of the lesson `text`, with those it does not place at the end."""
        made = [_locked(SETUP, "from autograder.notebook import check")]
        for line, kind, source in _pieces(text):
            if kind == "markdown":
                made.append(self._text(source))
            elif kind == "code":
                made.append(self._cell("code", source))
            else:
                made.extend(self._placed(line, kind, source))
        return self._distinct(made + self._rest())

    def _distinct(self, cells: list[Cell]) -> list[Cell]:
        names = [cell["id"] for cell in cells]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            said = f"stage {self.stage.name}: two names give the same cell id: {', '.join(twice)}"
            raise CourseError(self.lesson, [Complaint(1, said)])
        return cells

    def _rest(self) -> list[Cell]:
        made = []
        if self.left:
            made += [self._text("## Check your work"), *self._checks(list(self.left))]
        if self.exercises_due:
            made += [self._text("## Exercises"), *self._exercises()]
        if self.questions:
            made.append(self._text("## In your own words"))
            made += [cell for key in list(self.questions) for cell in self._question(key)]
        return made

    def _placed(self, line: int, kind: str, names: str) -> list[Cell]:
        if kind == "exercises":
            return self._exercises() if self.exercises_due else self._refuse(line, "exercises")
        if kind == "question":
            if names not in self.questions:
                return self._refuse(line, f"question {names}".strip())
            return self._question(names)
        wanted = list(self.left) if kind == "checks" else [n.strip() for n in names.split(",")]
        for name in wanted:
            if name not in self.left:
                return self._refuse(line, f"object {name!r}")
        return self._checks(wanted)

    def _refuse(self, line: int, what: str) -> list[Cell]:
        left = ", ".join(self.left) or "none"
        said = f"stage {self.stage.name} has no {what} left to place here; objects left: {left}"
        raise CourseError(self.lesson, [Complaint(line, said)])

    def _checks(self, names: list[str]) -> list[Cell]:
        return [_graded(self.left.pop(name)) for name in names]

    def _exercises(self) -> list[Cell]:
        self.exercises_due = False
        lines = ["Answer these in `exercises.yml`, as plain values."]
        for lesson, items in groupby(self.stage.exercises, lambda item: item.lesson):
            lines += ["", *self._of_lesson(lesson)]
            lines += [f"- `{item.key}`{_kind(item)}: {item.asks}" for item in items]
        asked = self._text("\n".join(lines))
        return [asked, *(_graded(item) for item in self.stage.exercises)]

    def _of_lesson(self, lesson: int | None) -> list[str]:
        """A line that names a lesson, where the stage serves more than one."""
        if lesson is None or len({item.lesson for item in self.stage.exercises}) < 2:
            return []
        return [f"**Lesson {lesson}: {self.titles[lesson - 1]}**", ""]

    def _question(self, key: str) -> list[Cell]:
        question = self.questions.pop(key)
        worth = f"*Read by a person; {_points(question.points)} points.*"
        rubric = "\n".join(f"- {line}" for line in question.rubric.strip().splitlines())
        said = [*self._of_lesson(question.lesson), question.asks.strip(), "", worth, "", rubric]
        name = answer_id(question)
        asked = _locked(name.removesuffix("answer") + "text", "\n".join(said), kind="markdown")
        answer = _cell("markdown", name, ANSWER_STUB)
        answer["metadata"]["nbgrader"] = {
            **_nbgrader(name, grade=True, solution=True, locked=False),
            "points": _points(question.points),
        }
        return [asked, answer]

    def _text(self, source: str) -> Cell:
        cell = self._cell("markdown", source)
        pictures: dict[str, dict[str, str]] = {}

        def carried(match: re.Match[str]) -> str:
            path = self.lesson.parent / match[2]
            kind = mimetypes.guess_type(path.name)[0]
            if kind is None or not path.is_file():
                return match[0]
            pictures[path.name] = {kind: base64.b64encode(path.read_bytes()).decode("ascii")}
            return f"![{match[1]}](attachment:{path.name})"

        cell["source"] = _lines(_PICTURE.sub(carried, source))
        if pictures:
            cell["attachments"] = pictures
        return cell

    def _cell(self, kind: str, source: str) -> Cell:
        self.texts += 1
        return _cell(kind, f"lesson-{self.texts:02d}", source)


def _pieces(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, kind (`markdown`, `code` or the name of a placing comment) and source, in order."""
    prose: list[str] = []
    began = 1
    rows = enumerate(text.splitlines(), start=1)
    for line, row in rows:
        fence = _FENCE.match(row)
        place = _PLACE.match(row.strip())
        if (place or _HEADING.match(row) or (fence and fence[2] == "python")) and prose:
            yield began, "markdown", "\n".join(prose)
            prose = []
        began = began if prose else line
        if place:
            yield line, place[1], place[2] or ""
        elif fence:
            block = list(_fenced(rows, fence[1]))
            if fence[2] == "python":
                yield line, "code", "\n".join(block[:-1])
            else:
                prose += [row, *block]
        elif row.strip() or prose:
            prose.append(row)
    if "".join(prose).strip():
        yield began, "markdown", "\n".join(prose)


def _fenced(rows: Iterator[tuple[int, str]], mark: str) -> Iterator[str]:
    for _, row in rows:
        yield row
        if row.strip().startswith(mark):
            return


def _kind(item: Exercise) -> str:
    return f" ({item.kind})" if item.kind else ""


def _graded(item: Object | Exercise) -> Cell:
    name = grade_id(item.name)
    cell = _cell("code", name, f'check("{item.name}")')
    cell["metadata"]["nbgrader"] = {
        **_nbgrader(name, grade=True, solution=False, locked=True),
        "points": _points(item.points),
    }
    return cell


def _locked(name: str, source: str, kind: str = "code") -> Cell:
    cell = _cell(kind, name, source)
    cell["metadata"]["nbgrader"] = _nbgrader(name, grade=False, solution=False, locked=True)
    return cell


def _nbgrader(name: str, **flags: bool) -> dict[str, Any]:
    return {"schema_version": 3, "task": False, "grade_id": name, **flags}


def _cell(kind: str, name: str, source: str) -> Cell:
    cell: Cell = {"cell_type": kind, "id": name, "metadata": {}, "source": _lines(source)}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _lines(source: str) -> list[str]:
    """The source as notebooks hold it, so that a diff shows lines."""
    return source.strip("\n").rstrip().splitlines(keepends=True)


def _points(points: float) -> float:
    return int(points) if points == int(points) else points
