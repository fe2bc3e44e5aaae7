"""What was expected and what was got, side by side: one entry, or whole small arrays.

Arrays become tables whose cells are tinted by value, their first wrong entry framed. Shows what
evidence holds and no more; how much that is was the course's policy when it was made.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autograder.course import Tolerance
from autograder.reports.looks import Dress
from autograder.result import Evidence

Array = NDArray[np.float64]
MAX_TEXT = 300
LEVELS = 5
WIDE = 6
"""Tables of more columns may have to scroll."""


def show(evidence: Evidence, shape: str, tolerance: Tolerance, dress: Dress) -> str:
    """The evidence as tables.

    Args:
        evidence: one entry, with whole arrays or without.
        shape: the object's shape as its author wrote it; its last two names label the axes.
        tolerance: which entries count as wrong.
        dress: how elements get their looks.
    """
    told = _entry(evidence, dress)
    if evidence.arrays is None:
        return told
    expected, got = (np.asarray(side, dtype=np.float64) for side in evidence.arrays)
    return told + _arrays(expected, got, evidence.index, _axes(shape), tolerance, dress)


def plain(value: Any) -> str:
    """A value on one line, bounded: numbers short, shapes as tuples."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(plain, value[:50]))
        text = f"({inner},)" if len(value) == 1 else f"({inner})"
    else:
        text = str(value)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def number(value: float, digits: int = 6) -> str:
    """A number with few digits; infinities and minus with their own signs."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.{digits}g}".replace("-", "−").replace("e+", "e")


def _entry(evidence: Evidence, dress: Dress) -> str:
    place = "" if evidence.index is None else f", at [{', '.join(map(str, evidence.index))}]"
    rows = "".join(
        f'<tr><th scope="row"{dress("head")}>{word}</th>'
        f"<td{dress('cell')}><code>{escape(plain(value))}</code></td></tr>"
        for word, value in (("expected", evidence.expected), ("got", evidence.got))
    )
    caption = f"Case {escape(plain(evidence.case))}{place}"
    return (
        f"<table{dress('entry')}><caption{dress('caption')}>{caption}</caption>"
        f"<tbody>{rows}</tbody></table>"
    )


def _arrays(
    expected: Array,
    got: Array,
    index: tuple[int, ...] | None,
    axes: tuple[str, ...],
    tolerance: Tolerance,
    dress: Dress,
) -> str:
    """Both arrays, a table for each pair of last axes; the one with the first fault leads."""
    wrong = None
    if expected.shape == got.shape:
        near = np.isclose(got, expected, tolerance.rtol, tolerance.atol, equal_nan=True)
        wrong = _matrices(~near)
    sides = {"expected": _matrices(expected), "got": _matrices(got)}
    scale = _scale(expected, got)
    leads = list(sides["expected"]) if wrong is not None else []
    if wrong is None:
        pairs = [
            _side(word, shape, lead, table, None, None, scale, axes, dress)
            for (word, tables), shape in zip(sides.items(), (expected.shape, got.shape), strict=True)
            for lead, table in tables.items()
        ]
        return f"<div{dress('pair')}>{''.join(pairs)}</div>"
    first = None if index is None else _first(index)
    leads.sort(key=lambda lead: first is not None and lead != first[0])
    shown = []
    for lead in leads:
        place = first[1] if first is not None and first[0] == lead else None
        both = "".join(
            _side(word, shape, lead, tables[lead], wrong[lead], place, scale, axes, dress)
            for (word, tables), shape in zip(sides.items(), (expected.shape, got.shape), strict=True)
        )
        shown.append(f"<div{dress('pair')}>{both}</div>")
    rest = "".join(shown[1:])
    more = f"<details><summary>The rest of the array</summary>{rest}</details>" if rest else ""
    return shown[0] + more if shown else ""
