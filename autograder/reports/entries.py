"""What was expected and what was got: one entry of a case, as a small table.

Shows what evidence holds and no more; how much that is was the course's policy when it was made.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from autograder.course import Tolerance
from autograder.reports.heat import Heat, number
from autograder.reports.looks import Dress
from autograder.result import Evidence
from autograder.words import say

MAX_TEXT = 300
MAX_ITEMS = 50
NUMBERS = ("nan", "inf", "-inf")


def show(evidence: Evidence, shape: str, tolerance: Tolerance, dress: Dress) -> str:
    """The evidence as tables: the entry, then both arrays where it holds them.

    Args:
        evidence: one entry, with whole arrays or without.
        shape: the object's shape as its author wrote it; its last two names label the axes.
        tolerance: which entries count as wrong.
        dress: how elements get their looks.
    """
    told = _entry(evidence, dress)
    if evidence.arrays is None:
        return told
    expected, got = evidence.arrays
    return told + Heat(expected, got, evidence.index, shape, tolerance, dress).render()


def untold(message: str, evidence: Evidence | None) -> str:
    """The sentence on an object without the part that the table of its evidence shows."""
    if evidence is None or any(
        isinstance(value, str) and value not in NUMBERS
        for value in (evidence.expected, evidence.got)
    ):
        return message
    before, after = say("verdict.case", case=evidence.case, told="\n").split("\n")
    told = rf"{re.escape(before)}.*?{re.escape(after)}(?= [A-ZÄÖÜ]|$)"
    return re.sub(told, "", message, count=1).replace("  ", " ").strip()


def plain(value: Any) -> str:
    """A value on one line, bounded: numbers short, shapes as tuples."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(plain, value[:MAX_ITEMS]))
        text = f"({inner},)" if len(value) == 1 else f"({inner})"
    else:
        text = str(value)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _entry(evidence: Evidence, dress: Dress) -> str:
    index = f"[{', '.join(map(str, evidence.index or ()))}]"
    place = "" if evidence.index is None else f", {say('at_index', index=index).strip()}"
    rows = "".join(
        f'<tr{dress("row")}><th scope="row"{dress("head")}>{word}</th>'
        f"<td{dress('cell')}><code>{escape(plain(_number(value)))}</code></td></tr>"
        for word, value in (
            (say("side.expected"), evidence.expected),
            (say("side.got"), evidence.got),
        )
    )
    caption = escape(say("caption.case", case=plain(evidence.case))) + place
    return (
        f"<table{dress('entry')}><caption{dress('caption')}>{caption}</caption>"
        f"<tbody>{rows}</tbody></table>"
    )


def _number(value: Any) -> Any:
    """Infinities and NaN as numbers, where a report has them as text."""
    return float(value) if value in NUMBERS else value
