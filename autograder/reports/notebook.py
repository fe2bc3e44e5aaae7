"""One stage's verdict as a piece of HTML, for notebooks and nbgrader's pages.

The same drawing and tables as on a submission's page. Styles stand inline and take the text colour
of the page around, light or dark. Where pictures are taken out, the list below them says the same.
Everything is escaped. Knows nothing of how the verdict came about.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from html import escape

from autograder.course import Object, Tolerance
from autograder.reports.drawing import EXERCISE, FAULTS, chain_objects, draw_chain
from autograder.reports.entries import show, untold
from autograder.reports.looks import LOOKS, inline, sign
from autograder.result import ObjectResult, StageResult, Status
from autograder.words import SOURCE, say, spoken

_LINE = 80
"""So many characters has a line of plain text: VS Code hides the rest of a longer one."""


def render_stage(
    objects: Iterable[Object], result: StageResult, *, marks: bool = True, own: str = ""
) -> str:
    """The whole verdict: the first incorrect object, the chain, and the other faults.

    Args:
        objects: the stage's objects with formulas, shapes and hints; `result` may have more.
        result: what grading found.
        marks: whether points are shown; the public check gives none.
        own: plots of the student's own arrays, as HTML.
    """
    known = list(objects)
    first = next((item for item in result.objects if item.name == result.first_incorrect), None)
    parts = [_headline(result, marks), _fault(result.error)]
    parts += [] if first is None else [_detail(known, first, marks)]
    parts.append(_picture(known, result))
    parts.append(_list(result, marks))
    parts += [_later(item) for item in _later_faults(result)]
    parts += [_exercises(result), own]
    return _box("".join(parts), say("fragment.stage", name=result.name))


def render_object(
    objects: Iterable[Object], item: ObjectResult, *, marks: bool = True, own: str = ""
) -> str:
    """The verdict on one object alone, with its evidence and with `own` plots, as HTML."""
    return _box(_detail(objects, item, marks) + own, say("fragment.object", name=item.name))


def plain_stage(result: StageResult, *, marks: bool = True) -> str:
    """The verdict as plain text, for where HTML is not shown.

    Args:
        result: what grading found.
        marks: whether points are shown.
    """
    lines = [_said(result) + (f", {_earned(result)}" if marks else "")]
    if result.error is not None:
        lines.append(_wrapped(f"{say('whole_stage')}: {result.error}"))
    for item in result.objects:
        shown = item.name == result.first_incorrect or item in _later_faults(result)
        told = f": {item.message}" if shown and item.message else ""
        lines.append(_wrapped(f"  {item.name} {LOOKS[item.status].word}{told}"))
    return "\n".join(lines)


def plain_object(item: ObjectResult) -> str:
    """The verdict on one object alone as plain text."""
    return _wrapped(f"{item.name}: {item.message}")


def _wrapped(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(textwrap.fill(line, _LINE, subsequent_indent="    ") for line in lines)


def _box(inner: str, label: str) -> str:
    style = "font-family: sans-serif; line-height: 1.45; color: inherit; max-width: 60em"
    kind = "tex2jax_ignore mathjax_ignore"  # what a student's code says is not to be typeset
    spoken_in = "" if spoken() == SOURCE else f' lang="{spoken()}"'
    named = f'role="group" aria-label="{escape(label)}"{spoken_in}'
    return f'<div class="{kind}" {named} style="{style}">{inner}</div>'


def _headline(result: StageResult, marks: bool) -> str:
    if marks:
        earned = _earned(result)
    else:
        right = sum(item.status is Status.CORRECT for item in result.objects)
        earned = say("right_on_examples", right=right, total=len(result.objects))
    said = escape(_said(result))
    if result.first_incorrect is not None:
        name = f"<code>{escape(result.first_incorrect)}</code>"
        said = say("first_incorrect_object", name=name)
    return f'<p style="margin: 0 0 .5em"><strong>{said}</strong> · {escape(earned)}</p>'


def _earned(result: StageResult) -> str:
    if result.points is None:
        return say("withheld_stage")
    return say("points", points=f"{result.points:g}", most=f"{result.max_points:g}")


def _said(result: StageResult) -> str:
    if result.first_incorrect is not None:
        return say("first_incorrect_object", name=result.first_incorrect)
    if all(item.status is Status.CORRECT for item in result.objects):
        return say("everything_correct")
    if result.error is not None:
        return say("stage_not_judged")
    return say("no_object_incorrect")


def _fault(error: str | None) -> str:
    if error is None:
        return ""
    style = "margin: 0 0 .6em; padding: .3em .7em; border: 1px solid #d0453a"
    return f'<p style="{style}"><strong>{say("whole_stage")}:</strong> {_text(error)}</p>'


def _detail(objects: Iterable[Object], item: ObjectResult, marks: bool) -> str:
    look = LOOKS[item.status]
    about = next((known for known in objects if known.name == item.name), None)
    style = (
        f"border-left: 6px {_LINES[item.status]} {look.colour}; padding: .3em .9em; "
        "margin: 0 0 .7em; background: rgba(128, 128, 128, .08)"
    )
    points = say("points_of", points=f"{item.points:g}", most=f"{item.max_points:g}")
    earned = f" · {points}" if marks else ""
    parts = [f'<p style="margin: .2em 0">{_signed(item)}{earned}</p>']
    if about is not None and about.formula:
        shape = f", {say('of_shape', shape=about.shape)}" if about.shape else ""
        parts.append(f'<p style="margin: .2em 0">{escape(about.formula + shape)}</p>')
    message = untold(item.message, item.evidence)
    if message:
        parts.append(f'<p style="margin: .2em 0">{_text(message)}</p>')
    if item.evidence is not None:
        parts.append(show(item.evidence, about.shape if about else "", Tolerance(), inline))
    if item.status is Status.MISSING and about is not None and about.hint:
        hint = f"<strong>{say('where_to_look')}:</strong> {_text(about.hint)}"
        parts.append(f'<p style="margin: .2em 0">{hint}</p>')
    return f'<div style="{style}">{"".join(parts)}</div>'


_LINES = {
    Status.CORRECT: "solid",
    Status.INCORRECT: "double",
    Status.FOLLOWS: "dashed",
    Status.MISSING: "dotted",
    Status.NOT_JUDGED: "dotted",
}


def _signed(item: ObjectResult) -> str:
    word = escape(LOOKS[item.status].word)
    return f"{sign(item.status)} <code>{escape(item.name)}</code> {word}"


def _picture(objects: list[Object], result: StageResult) -> str:
    """The chain where one object is made from another; objects apart need no picture."""
    if not any(item.needs for item in objects):
        return ""
    return f'<div style="margin: .6em 0">{draw_chain(objects, result)}</div>'


def _list(result: StageResult, marks: bool) -> str:
    first = result.first_incorrect
    items = "".join(_link(item, item.name == first, marks) for item in chain_objects(result))
    style = "list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .4em"
    return f'<ol aria-label="{say("objects_in_order")}" style="{style}">{items}</ol>'


def _link(item: ObjectResult, first: bool, marks: bool) -> str:
    look = LOOKS[item.status]
    width = 3 if first or item.status is Status.INCORRECT else 2  # two lines need three pixels
    style = (
        f"border: {width}px {_LINES[item.status]} {look.colour}; border-radius: .4em; "
        "padding: .15em .55em; margin: 0"
    )
    current = ' aria-current="true"' if first else ""
    points = f" · {item.points:g}/{item.max_points:g}" if marks else ""
    return f'<li{current} style="{style}">{_signed(item)}{points}</li>'


def _later_faults(result: StageResult) -> list[ObjectResult]:
    """Faults after the first; exercises are not among them, the list tells those."""
    return [
        item
        for item in result.objects
        if item.status in FAULTS
        and item.name != result.first_incorrect
        and not item.name.startswith(EXERCISE)
    ]


def _later(item: ObjectResult) -> str:
    said = f": {_text(item.message)}" if item.message else ""
    return f'<p style="margin: .4em 0 0">{_signed(item)}{said}</p>'


def _exercises(result: StageResult) -> str:
    """How many exercises are right, and which to look at again."""
    found = [item for item in result.objects if item.name.startswith(EXERCISE)]
    if not found:
        return ""
    again = [item for item in found if item.status is not Status.CORRECT]
    said = say("exercises_right", right=len(found) - len(again), total=len(found))
    names = ", ".join(
        f"<code>{escape(item.name.removeprefix(EXERCISE))}</code> {LOOKS[item.status].word}"
        for item in again
    )
    return f'<p style="margin: .6em 0 0">{said}{": " if again else "."}{names}</p>'


def _text(text: str) -> str:
    return escape(text).replace("\n", "<br>")
