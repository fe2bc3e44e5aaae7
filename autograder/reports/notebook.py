"""One stage's verdict as a piece of HTML, for notebooks and nbgrader's pages.

Knows how a verdict looks: each status as a sign, a word and a border, so that none rests on colour
alone. Styles stand inline and take the page's own text colour, light or dark. Everything is
escaped. Knows nothing of how the verdict came about.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from autograder.course import Object
from autograder.result import Evidence, ObjectResult, StageResult, Status


class _Look(NamedTuple):
    sign: str
    word: str
    colour: str
    border: str


_LOOKS = {
    Status.CORRECT: _Look("✓", "correct", "#2e8b57", "solid"),
    Status.INCORRECT: _Look("✗", "incorrect", "#d0342c", "double"),
    Status.FOLLOWS: _Look("↳", "follows from an earlier fault", "#b8860b", "dashed"),
    Status.MISSING: _Look("○", "not filled in", "#d0342c", "dotted"),
    Status.NOT_JUDGED: _Look("–", "not judged", "#808080", "dotted"),
}


def render_stage(objects: Iterable[Object], result: StageResult, *, marks: bool = True) -> str:
    """The whole verdict: the first incorrect object, the chain, and the other faults.

    Args:
        objects: the stage's objects with formulas, shapes and hints; `result` may have more.
        result: what grading found.
        marks: whether points are shown; the public check gives none.
    """
    first = next((item for item in result.objects if item.name == result.first_incorrect), None)
    parts = [_headline(result, marks), _fault(result.error)]
    parts += [] if first is None else [_detail(objects, first, marks)]
    parts.append(_chain(result, marks))
    parts += [_later(item) for item in _later_faults(result)]
    return _box("".join(parts), f"Verdict on stage {result.name}")


def render_object(objects: Iterable[Object], item: ObjectResult, *, marks: bool = True) -> str:
    """The verdict on one object alone, with its evidence."""
    return _box(_detail(objects, item, marks), f"Verdict on {item.name}")


def _box(inner: str, label: str) -> str:
    style = "font-family: sans-serif; line-height: 1.45; color: inherit; max-width: 60em"
    kind = "tex2jax_ignore mathjax_ignore"  # what a student's code says is not to be typeset
    return f'<section class="{kind}" aria-label="{escape(label)}" style="{style}">{inner}</section>'


def _headline(result: StageResult, marks: bool) -> str:
    if not marks:
        right = sum(item.status is Status.CORRECT for item in result.objects)
        earned = f"{right} of {len(result.objects)} right on the public examples"
    elif result.points is None:
        earned = "Mark withheld: the grader failed here, and a person will look."
    else:
        earned = f"{result.points:g} of {result.max_points:g} points"
    if result.first_incorrect is not None:
        said = f"First incorrect object: <code>{escape(result.first_incorrect)}</code>"
    elif all(item.status is Status.CORRECT for item in result.objects):
        said = "All correct"
    elif result.error is not None:
        said = "This stage could not be judged"
    else:
        said = "No object is incorrect"
    return f'<p style="margin: 0 0 .5em"><strong>{said}</strong> · {escape(earned)}</p>'


def _fault(error: str | None) -> str:
    if error is None:
        return ""
    style = "margin: 0 0 .6em; padding: .3em .7em; border: 1px solid #d0342c"
    return f'<p style="{style}"><strong>Whole stage:</strong> {_text(error)}</p>'


def _detail(objects: Iterable[Object], item: ObjectResult, marks: bool) -> str:
    look = _LOOKS[item.status]
    about = next((known for known in objects if known.name == item.name), None)
    style = (
        f"border-left: 6px {look.border} {look.colour}; padding: .3em .9em; margin: 0 0 .7em; "
        "background: rgba(128, 128, 128, .08)"
    )
    earned = f" · {item.points:g} of {item.max_points:g}" if marks else ""
    parts = [f'<p style="margin: .2em 0">{_signed(item)}{earned}</p>']
    if about is not None and about.formula:
        shape = f", shape {about.shape}" if about.shape else ""
        parts.append(f'<p style="margin: .2em 0">{escape(about.formula + shape)}</p>')
    if item.message and item.status is not Status.CORRECT:
        parts.append(f'<p style="margin: .2em 0">{_text(item.message)}</p>')
    if item.evidence is not None:
        parts.append(_evidence(item.evidence))
    if item.status is Status.MISSING and about is not None and about.hint:
        hint = f"<strong>Where to look:</strong> {_text(about.hint)}"
        parts.append(f'<p style="margin: .2em 0">{hint}</p>')
    return f'<div style="{style}">{"".join(parts)}</div>'


def _signed(item: ObjectResult) -> str:
    look = _LOOKS[item.status]
    sign = f'<span aria-hidden="true" style="color: {look.colour}">{look.sign}</span>'
    return f"{sign} <code>{escape(item.name)}</code> {escape(look.word)}"


def _evidence(evidence: Evidence) -> str:
    rows = {"case": evidence.case}
    if evidence.index is not None:
        rows["index"] = "[" + ", ".join(map(str, evidence.index)) + "]"
    rows |= {"expected": _value(evidence.expected), "got": _value(evidence.got)}
    edge = "border: 1px solid rgba(128, 128, 128, .5); padding: .15em .6em; text-align: left"
    body = "".join(
        f'<tr><th scope="row" style="{edge}">{name}</th>'
        f'<td style="{edge}"><code>{escape(value)}</code></td></tr>'
        for name, value in rows.items()
    )
    caption = '<caption style="text-align: left">One entry that shows it</caption>'
    return f'<table style="border-collapse: collapse; margin: .4em 0">{caption}{body}</table>'


def _value(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 300 else text[:300] + " …"


def _chain(result: StageResult, marks: bool) -> str:
    first = result.first_incorrect
    items = "".join(_link(item, item.name == first, marks) for item in result.objects)
    style = "list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .4em"
    return f'<ol aria-label="Objects in order" style="{style}">{items}</ol>'


def _link(item: ObjectResult, first: bool, marks: bool) -> str:
    look = _LOOKS[item.status]
    width = 3 if first else 2
    style = (
        f"border: {width}px {look.border} {look.colour}; border-radius: .4em; "
        "padding: .15em .55em; margin: 0"
    )
    current = ' aria-current="true"' if first else ""
    points = f" · {item.points:g}/{item.max_points:g}" if marks else ""
    return f'<li{current} style="{style}">{_signed(item)}{points}</li>'


def _later_faults(result: StageResult) -> list[ObjectResult]:
    faults = (Status.INCORRECT, Status.MISSING)
    return [
        item
        for item in result.objects
        if item.status in faults and item.name != result.first_incorrect
    ]


def _later(item: ObjectResult) -> str:
    said = f": {_text(item.message)}" if item.message else ""
    return f'<p style="margin: .4em 0 0">{_signed(item)}{said}</p>'


def _text(text: str) -> str:
    return escape(text).replace("\n", "<br>")
