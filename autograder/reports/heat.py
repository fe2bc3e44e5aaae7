"""Two small arrays side by side, each a table tinted by value, with the first fault framed.

Numbers stand in every cell and wrong ones are underlined, so that no tint carries anything alone.
"""

from __future__ import annotations

import math
import re
from html import escape
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autograder.course import Tolerance
from autograder.reports.looks import Dress
from autograder.words import say

Array = NDArray[np.float64]
Place = tuple[int, ...]
LEVELS = 5
WIDE = 2
"""Tables of more columns may have to scroll."""


class Heat:
    """The drawing of one pair of arrays.

    Args:
        expected: the right array, as nested lists.
        got: the student's, of any shape.
        index: place of the first wrong entry, if it has one.
        shape: the object's shape as its author wrote it.
        tolerance: which entries count as wrong.
        dress: how elements get their looks.
    """

    def __init__(
        self,
        expected: Any,
        got: Any,
        index: Place | None,
        shape: str,
        tolerance: Tolerance,
        dress: Dress,
    ) -> None:
        self._sides = {
            "expected": np.asarray(expected, dtype=np.float64),
            "got": np.asarray(got, dtype=np.float64),
        }
        self._first = index
        self._axes = axes(shape)
        self._dress = dress
        self._wrong = _wrong(self._sides["expected"], self._sides["got"], tolerance)
        self._scale = max(map(_largest, self._sides.values())) or 1.0

    def render(self) -> str:
        """Tables of the last two axes; the one with the first wrong entry leads."""
        leads = {word: self._leads(word) for word in self._sides}
        if self._wrong is not None and self._first is not None:
            for places in leads.values():
                places.sort(key=lambda lead: lead != self._first[:-2])  # type: ignore[index]
        with np.errstate(all="ignore"):  # sums of what a student made
            tables = [[self._table(word, lead) for lead in leads[word]] for word in self._sides]
        pairs = [
            f"<div{self._dress('pair')}>{left}{right}</div>"
            for left, right in zip_longest(*tables, fillvalue="")
        ]
        rest = "".join(pairs[1:])
        more = f"<details><summary>{say('rest_of_array')}</summary>{rest}</details>" if rest else ""
        return "".join(pairs[:1]) + more

    def _leads(self, word: str) -> list[Place]:
        """Indices of all axes but the last two."""
        return list(np.ndindex(self._sides[word].shape[:-2]))

    def _table(self, word: str, lead: Place) -> str:
        matrix = np.atleast_2d(self._sides[word][lead])
        has_sums = matrix.shape[1] > 1 and bool(np.isfinite(self._sides["expected"]).all())
        body = "".join(self._row(word, lead, i, row, has_sums) for i, row in enumerate(matrix))
        dress = self._dress
        heads = "".join(f'<th scope="col"{dress("head")}>{j}</th>' for j in range(matrix.shape[1]))
        total = f'<th scope="col"{dress("head sum")}>Σ</th>' if has_sums else ""
        corner = f"<td{dress('corner')}></td>"
        scroll = (
            f' tabindex="0" role="group" aria-label="{self._said(word)}"'
            if matrix.shape[1] > WIDE
            else ""
        )
        top = f"<thead{dress('row')}><tr{dress('row')}>{corner}{heads}{total}</tr></thead>"
        return (
            f"<div{dress('side')}{scroll}><table{dress('grid')}>"
            f"<caption{dress('caption lines')}>{self._caption(word, lead)}</caption>"
            f"{top}<tbody>{body}</tbody></table></div>"
        )

    def _said(self, word: str) -> str:
        return say(f"side.{word}")

    def _caption(self, word: str, lead: Place) -> str:
        shape = self._sides[word].shape
        size = f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
        said = f"{self._said(word)}, {say('of_shape', shape=size)}"
        if lead:
            said += f", {say('at_index', index=list(lead)).strip()}"
        if len(shape) >= 2 and self._axes is not None:
            said += "\n" + say("rows_columns", rows=self._axes[0], columns=self._axes[1])
        return escape(said)

    def _row(self, word: str, lead: Place, i: int, row: Array, has_sums: bool) -> str:
        cells = "".join(self._cell(word, (*lead, i, j), value) for j, value in enumerate(row))
        total = f"<td{self._dress('cell sum')}>{number(float(row.sum()), 4)}</td>"
        head = f'<th scope="row"{self._dress("head")}>{i}</th>'
        return f"<tr{self._dress('row')}>{head}{cells}{total if has_sums else ''}</tr>"

    def _cell(self, word: str, place: Place, value: Any) -> str:
        index = place[-self._sides[word].ndim :] if self._sides[word].ndim else ()
        kinds, told = f"cell {tint(float(value), self._scale)}", ""
        if self._wrong is not None and word == "got" and self._wrong[index]:
            kinds += " wrong"
        if self._first is not None and index == self._first and self._wrong is not None:
            kinds += " here"
            told = " ◂" if word == "got" else ""
        return f"<td{self._dress(kinds)}>{number(float(value), 4)}{told}</td>"


def axes(shape: str) -> tuple[str, str] | None:
    """Names of the last two axes of a shape as an author writes it; None where it is no tuple."""
    found = re.fullmatch(r"\(([^()]*)\)", shape.strip())
    names = [name.strip() for name in found[1].split(",") if name.strip()] if found else []
    return (names[-2], names[-1]) if len(names) >= 2 and "..." not in names[-2:] else None


def tint(value: float, scale: float) -> str:
    """The tint of a value among others of which the largest has the size `scale`."""
    if not math.isfinite(value):
        return "blank"
    level = math.ceil(LEVELS * (abs(value) / scale) - 1e-9)
    return f"{'p' if value > 0 else 'n'}{level}" if level else "zero"


def number(value: float, digits: int = 6) -> str:
    """A number with few digits; infinities and minus with their own signs."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value + 0.0:.{digits}g}".replace("-", "−").replace("e+", "e")


def _wrong(expected: Array, got: Array, tolerance: Tolerance) -> NDArray[np.bool_] | None:
    if expected.shape != got.shape:
        return None
    near = np.isclose(got, expected, tolerance.rtol, tolerance.atol, equal_nan=True)
    return np.asarray(~near)


def _largest(array: Array) -> float:
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max()) if finite.size else 0.0
