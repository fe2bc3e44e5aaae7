"""`check("S")` in a notebook: the public check of one object, drawn under the cell.

Runs on the public examples, on the student's own machine; marks never come from here.
"""

from __future__ import annotations

import sys
import textwrap
from html import escape
from pathlib import Path

from autograder.check import Checked, check_stage
from autograder.course import Object
from autograder.errors import AutograderError
from autograder.exercises import UnreadableAnswers, read_answers
from autograder.public import read_public
from autograder.reports.notebook import plain_object, plain_stage, render_object, render_stage
from autograder.reports.plots import Plot, plot
from autograder.result import ObjectResult, StageResult, Status
from autograder.submission import read_file
from autograder.values import values_by_object
from autograder.words import case_name, say, speaking, wanted

EXERCISE = "exercises."
EXAMPLES = 3
"""So many public examples are plotted."""

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
        with speaking(read_public(folder, wanted(None)).words):
            _require_answer(folder, name.removeprefix(EXERCISE))
        return
    checked = _fresh(folder)
    with speaking(checked.public.words):
        _check(checked, name)


def _check(checked: Checked, name: str | None) -> None:
    result, objects = checked.result, list(checked.public.objects)
    item = _find(result, name or result.first_incorrect or result.objects[0].name)
    own = _own(checked, objects, item.name)
    if name is None or item is result.objects[0]:
        html = render_stage(objects, result, marks=False, own=own.html)
        _show(html, plain_stage(result, marks=False), own.text)
    else:
        html = render_object(objects, item, marks=False, own=own.html)
        _show(html, plain_object(item), own.text)
    if item.status is not Status.CORRECT:
        raise NotRightYet(_sentence(item, result))


def _find(result: StageResult, name: str) -> ObjectResult:
    for item in result.objects:
        if item.name == name:
            return item
    known = ", ".join(item.name for item in result.objects)
    raise NotRightYet(say("cell.no_object", stage=result.name, name=repr(name), known=known))


def _fresh(folder: Path) -> Checked:
    """The verdict on the files as they are now; checked once for each state of them."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".json"))
    state = (folder, *((path.name, path.stat().st_mtime_ns) for path in files))
    if state not in _checked:
        _checked.clear()
        try:
            _checked[state] = check_stage(folder)
            sys.stderr.write(_checked[state].printed)
        except AutograderError as error:
            raise NotRightYet(str(error)) from None
    return _checked[state]


def _own(checked: Checked, objects: list[Object], name: str) -> Plot:
    """Plots of what the student's code made for an object, if the course asks for any."""
    (item,) = (item for item in objects if item.name == name)
    (call,) = (call for call in checked.public.calls if call["function"] == item.call)
    if not item.draw:
        return Plot("", "")
    made = [part for part in objects if part.call == item.call and part.name != call["otherwise"]]
    returns, order = call["returns"], call["order"]
    found = (
        (
            case_name(example.name),
            (values_by_object(returns, made, outcome, order) or {}).get(name),
        )
        for example, outcome in checked.tried
        if example.function == item.call and example.is_main
    )
    drawn = [(example, value) for example, value in found if value is not None]
    return plot(item.draw, name, item.shape, drawn[:EXAMPLES])


def _require_answer(folder: Path, key: str) -> None:
    taken = read_file(folder, "exercises.yml")
    try:
        answers = read_answers(taken.content or b"")
    except UnreadableAnswers as error:
        raise NotRightYet(say("cell.unreadable", reason=error)) from None
    if key not in answers:
        raise NotRightYet(say("cell.no_answer", key=key))
    said = say("cell.answered", key=key)
    _show(f"<p>{escape(said)}</p>", said)


def _sentence(item: ObjectResult, result: StageResult) -> str:
    if item.status is Status.NOT_JUDGED and result.error is not None:
        return say("cell.error", name=item.name, error=result.error)
    if item.status is Status.NOT_JUDGED:
        return say("cell.waits", name=item.name, first=result.first_incorrect)
    said = "cell.not_filled" if item.status is Status.MISSING else "cell.not_right"
    return say(said, name=item.name)


def _show(html: str, *texts: str) -> None:
    from IPython.display import display

    plain = "\n\n".join(text for text in texts if text)
    display({"text/html": html, "text/plain": plain}, raw=True)
