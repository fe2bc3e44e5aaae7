"""`check("S")` in a notebook: the public check of one object, drawn under the cell.

Runs in the student's own kernel on the public examples; marks never come from here.
"""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

from autograder.check import check_stage
from autograder.course import Stage
from autograder.reports.notebook import render_object, render_stage
from autograder.result import ObjectResult, StageResult, Status

_checked: dict[tuple[object, ...], tuple[Stage, StageResult]] = {}


class NotRightYet(AssertionError):
    """An object that is not right; shown as one sentence, without a traceback."""

    def _render_traceback_(self) -> list[str]:  # IPython asks for this
        return textwrap.wrap(str(self), 80)


def check(name: str | None = None) -> None:
    """Draw the verdict of the public examples on one object; without a name, on the whole stage.

    Args:
        name: an object of the stage whose folder the notebook stands in.

    Raises:
        NotRightYet: the object, or with no name any object, is not right.
        ValueError: the stage has no such object.
    """
    stage, result = _fresh(Path.cwd())
    if name is None:
        _show(render_stage(stage, result))
        name = result.first_incorrect
        if name is None:
            return
    item = next((item for item in result.objects if item.name == name), None)
    if item is None:
        known = ", ".join(item.name for item in result.objects)
        raise ValueError(f"stage {result.name} has no object {name!r}; it has {known}")
    _show(render_object(stage, result, name))
    if not _passes(item):
        raise NotRightYet(_sentence(item, result))


def _fresh(folder: Path) -> tuple[Stage, StageResult]:
    """The verdict on the files as they are now; checked once for each state of them."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".yml", ".json"))
    state = (folder, *((path.name, os.stat(path).st_mtime_ns) for path in files))
    if state not in _checked:
        _checked.clear()
        _checked[state] = check_stage(folder)
    return _checked[state]


def _passes(item: ObjectResult) -> bool:
    """Answers of exercises are judged when handed in: here it is enough that there is one."""
    answered = item.name.startswith("exercises.") and item.status is Status.NOT_JUDGED
    return item.status is Status.CORRECT or answered


def _sentence(item: ObjectResult, result: StageResult) -> str:
    if item.status is Status.NOT_JUDGED and result.first_incorrect is not None:
        return f"{item.name} waits: {result.first_incorrect} comes first and is not right yet."
    said = "is not filled in yet" if item.status is Status.MISSING else "is not right yet"
    return f"{item.name} {said}. {item.message}".rstrip()


def _show(html: str) -> None:
    from IPython.display import HTML, display

    display(HTML(html))
