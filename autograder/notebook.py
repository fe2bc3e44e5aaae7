"""`check("S")` in a notebook: the public check of one object, drawn under the cell.

Runs on the public examples, on the student's own machine; marks never come from here.
"""

from __future__ import annotations

import textwrap
from html import escape
from pathlib import Path

from autograder.check import Checked, check_stage
from autograder.course import Object
from autograder.errors import AutograderError
from autograder.exercises import UnreadableAnswers, read_answers
from autograder.reports.notebook import plain_stage, render_object, render_stage
from autograder.result import ObjectResult, StageResult, Status
from autograder.submission import read_file
from autograder.words import say, speaking

EXERCISE = "exercises."

_checked: dict[tuple[object, ...], Checked] = {}


class NotRightYet(AssertionError):
    """An object that is not right; notebooks show it as one sentence, without a traceback."""

    def _render_traceback_(self) -> list[str]:  # IPython asks for this
        return textwrap.wrap(str(self), 80)


def check(name: str | None = None) -> None:
    """Draw the public verdict on one object; on the stage's first one, the whole stage's.

    An exercise is judged when it is handed in: here it is enough that it has an answer.

    Args:
        name: an object of the stage whose folder the notebook stands in; none: all of them.

    Raises:
        NotRightYet: the object, or with no name any object, is not right, or there is no such
            object or stage here.
    """
    folder = Path.cwd()
    if name is not None and name.startswith(EXERCISE):
        _require_answer(folder, name.removeprefix(EXERCISE))
        return
    checked = _fresh(folder)
    result, objects = checked.result, _objects(checked)
    item = _find(result, name or result.first_incorrect or result.objects[0].name)
    if name is None or item is result.objects[0]:
        _show(render_stage(objects, result, marks=False), plain_stage(result, marks=False))
    else:
        _show(render_object(objects, item, marks=False), f"{item.name}: {item.message}")
    if item.status is not Status.CORRECT:
        raise NotRightYet(_sentence(item, result))


def _find(result: StageResult, name: str) -> ObjectResult:
    for item in result.objects:
        if item.name == name:
            return item
    known = ", ".join(item.name for item in result.objects)
    raise NotRightYet(f"Stage {result.name} has no object {name!r}; it has {known}.")


def _fresh(folder: Path) -> Checked:
    """The verdict on the files as they are now; checked once for each state of them."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".json"))
    state = (folder, *((path.name, path.stat().st_mtime_ns) for path in files))
    if state not in _checked:
        _checked.clear()
        try:
            _checked[state] = check_stage(folder)
        except AutograderError as error:
            raise NotRightYet(str(error)) from None
    return _checked[state]


def _objects(checked: Checked) -> list[Object]:
    known = Object.__dataclass_fields__
    return [
        Object(**{key: value for key, value in item.items() if key in known})
        for call in checked.public.calls
        for item in call["objects"]
    ]


def _require_answer(folder: Path, key: str) -> None:
    taken = read_file(folder, "exercises.yml")
    try:
        answers = read_answers(taken.content or b"")
    except UnreadableAnswers as error:
        raise NotRightYet(f"exercises.yml cannot be read: {error}") from None
    if key not in answers:
        raise NotRightYet(f"{key} has no answer in exercises.yml yet.")
    said = f"{key}: answered; it is marked when you hand it in."
    _show(f"<p>{escape(said)}</p>", said)


def _sentence(item: ObjectResult, result: StageResult) -> str:
    if item.status is Status.NOT_JUDGED and result.error is not None:
        return f"{item.name} could not be checked: {result.error}"
    if item.status is Status.NOT_JUDGED:
        return f"{item.name} waits: {result.first_incorrect} comes first, and is not right yet."
    if item.status is Status.MISSING:
        return f"{item.name} is not filled in yet."
    return f"{item.name} is not right yet. {item.message}"


def _show(html: str, text: str) -> None:
    from IPython.display import display

    display({"text/html": html, "text/plain": text}, raw=True)
