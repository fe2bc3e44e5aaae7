"""A student's own arrays as small plots: a heat map, a pattern, or vectors and their sum.

Tables of numbers with a tint, a hatch or a bar behind them: they need no script, no style sheet
and no id, take the colours of the page around, and stay readable where all styles are stripped.
Judges nothing, and draws whatever it is given: NaN, infinities, other ranks, far too much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

import numpy as np

from autograder.compare import kind_of, numeric
from autograder.reports.heat import WIDE, Array, axes, number, tint
from autograder.reports.looks import BAR_STEPS, inline
from autograder.words import say

MOST = 8
"""So many rows and columns are drawn."""
MOST_PANELS = 3
"""So many items of a batch, or rows of vectors, are drawn."""
DIGITS = 4


class Plot(NamedTuple):
    """One plot twice: as HTML and as plain text."""

    html: str
    text: str


class Cell(NamedTuple):
    """A number as it is shown, and what stands behind it."""

    text: str
    kinds: str = ""


class Panel(NamedTuple):
    """One table of a plot: heads of the columns, and rows with their own."""

    caption: str
    heads: list[str]
    rows: list[tuple[str, list[Cell]]]


def plot(draw: str, name: str, shape: str, made: Iterable[tuple[str, Any]]) -> Plot:
    """What a student's function made for one object, example by example.

    Args:
        draw: `heat`, `pattern` or `terms`, as the course asks for.
        name: the object.
        shape: its shape as its author wrote it; its last two names label the axes.
        made: names of the examples, each with what the student's code made of it.
    """
    drawn = [(example, list(_panels(draw, value, shape))) for example, value in made]
    if not drawn:
        return Plot("", "")
    head, told = say("plot.own", name=name), say(f"plot.{draw}")
    html = f'<p style="margin: .8em 0 .2em"><strong>{escape(head)}</strong> {escape(told)}</p>'
    text = f"{head} {told}"
    for example, panels in drawn:
        tables = "".join(map(_table, panels))
        html += f'<p style="margin: .6em 0 0"><em>{escape(example)}</em></p>'
        html += f"<div{inline('pair')}>{tables}</div>"
        text += "\n\n".join(["", example, *map(_lines, panels)])
    return Plot(html, text)


def _panels(draw: str, value: Any, shape: str) -> Iterator[Panel]:
    found = numeric(value.astype(int) if _is_boolean(value) else value)
    if found is None or found.dtype.kind == "c":
        yield Panel(say("plot.no_numbers", what=kind_of(value)), [], [])
        return
    if found.size == 0:
        yield Panel(say("plot.empty", shape=found.shape), [], [])
        return
    with np.errstate(all="ignore"):
        yield from _DRAWN[draw](found, shape)


def _is_boolean(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == bool


def _heat(found: Array, shape: str) -> Iterator[Panel]:
    """Entries tinted by size; the sum of each row where there is more than one entry in it."""
    scale = _largest(found)
    for caption, matrix in _matrices(found, shape):
        shown = matrix[:MOST, :MOST]
        has_sums = matrix.shape[1] > 1
        heads = [*map(str, range(shown.shape[1])), *(["Σ"] if has_sums else [])]
        rows = []
        for i, row in enumerate(shown):
            cells = [Cell(_short(entry), f"cell {tint(entry, scale)}") for entry in row.tolist()]
            sums = [Cell(_short(float(matrix[i].sum())), "cell sum")] if has_sums else []
            rows.append((str(i), cells + sums))
        yield Panel(caption, heads, rows)


def _pattern(found: Array, shape: str) -> Iterator[Panel]:
    """Which entries are 0, which −∞, and which neither."""
    for caption, matrix in _matrices(found, shape):
        rows = [
            (str(i), [Cell(_short(entry), f"cell {_mark(entry)}") for entry in row.tolist()])
            for i, row in enumerate(matrix[:MOST, :MOST])
        ]
        yield Panel(caption, [str(j) for j in range(len(rows[0][1]))], rows)


def _terms(found: Array, shape: str) -> Iterator[Panel]:
    """For each row the vectors it is made of, as bars side by side, and their sum."""
    if found.ndim < 3:
        yield from _heat(found, shape)
        return
    stacks = found.reshape(-1, *found.shape[-2:])
    places = list(np.ndindex(found.shape[:-2]))
    for place, stack in list(zip(places, stacks, strict=True))[:MOST_PANELS]:
        vectors = [*stack[:MOST], stack.sum(axis=0)]
        scale = _largest(np.array(vectors))
        signs = ["", *["+"] * (len(vectors) - 2), "="]
        heads = [f"{sign} {j}".strip() for j, sign in enumerate(signs[:-1])] + ["= Σ"]
        rows = [
            (
                str(r),
                [Cell(_short(float(v[r])), f"cell {_bar(float(v[r]), scale)}") for v in vectors],
            )
            for r in range(min(MOST, stack.shape[1]))
        ]
        at = say("at_index", index=list(place)).strip()
        caption = f"{say('of_shape', shape=found.shape)}, {at}{_cut(stack.shape)}"
        yield Panel(caption, heads, rows)


_DRAWN: dict[str, Callable[[Array, str], Iterator[Panel]]] = {
    "heat": _heat,
    "pattern": _pattern,
    "terms": _terms,
}


def _matrices(found: Array, shape: str) -> Iterator[tuple[str, Array]]:
    """The last two axes, for the first items of all others, each with what it is."""
    named = axes(shape)
    whole = np.atleast_2d(found)
    said = ""
    if named and found.ndim > 1:
        said = "\n" + say("rows_columns", rows=named[0], columns=named[1])
    for lead in list(np.ndindex(whole.shape[:-2]))[:MOST_PANELS]:
        place = f", {say('at_index', index=list(lead)).strip()}" if lead else ""
        shape_said = say("of_shape", shape=found.shape)
        yield f"{shape_said}{place}{said}{_cut(whole.shape[-2:])}", whole[lead]


def _cut(shape: tuple[int, ...]) -> str:
    return "\n" + say("plot.cut", most=MOST) if max(shape) > MOST else ""


def _largest(found: Array) -> float:
    finite = np.abs(found[np.isfinite(found)])
    return float(finite.max(initial=0.0)) or 1.0


def _mark(entry: float) -> str:
    return "" if entry == 0 else "shut" if entry == -math.inf else "odd"


def _bar(entry: float, scale: float) -> str:
    if not math.isfinite(entry):
        return "blank"
    return f"bar{round(BAR_STEPS * (entry / scale)):+d}"


def _short(entry: float) -> str:
    return number(entry, DIGITS)


def _table(panel: Panel) -> str:
    heads = "".join(f'<th scope="col"{inline("head")}>{escape(head)}</th>' for head in panel.heads)
    body = "".join(
        f'<tr{inline("row")}><th scope="row"{inline("head")}>{escape(head)}</th>'
        + "".join(f"<td{inline(cell.kinds)}>{escape(cell.text)}</td>" for cell in cells)
        + "</tr>"
        for head, cells in panel.rows
    )
    row = f"<tr{inline('row')}><td></td>{heads}</tr>" if heads else ""
    label = escape(panel.caption.partition("\n")[0])
    scroll = f' tabindex="0" role="group" aria-label="{label}"' if len(panel.heads) > WIDE else ""
    return (
        f"<div{inline('side')}{scroll}><table{inline('grid')}>"
        f"<caption{inline('caption lines')}>{escape(panel.caption)}</caption>"
        f"{row}{body}</table></div>"
    )


def _lines(panel: Panel) -> str:
    """The same table in letters of one width."""
    rows = [
        ["", *panel.heads],
        *([head, *(cell.text for cell in cells)] for head, cells in panel.rows),
    ]
    if not panel.rows:
        return panel.caption
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join([panel.caption, *lines])
