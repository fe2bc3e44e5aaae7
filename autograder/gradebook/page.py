"""nbgrader's feedback page, of which what many students have in common is drawn once.

Most cells of a page are the course's own, or say what those of others say too. nbconvert draws such
a cell and parses it the first time; after that a comment stands for it until the page is made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup, Comment
from nbconvert.exporters import HTMLExporter
from traitlets import Unicode

from autograder.fingerprint import digest

MOST = 500
"""So many cells are held at most."""

_PLACE = re.compile(r"<!--autograder cell ([0-9a-f]+)-->")
WITHOUT_TEXT = "img:not([alt])"
"""Such pictures nbconvert gives one."""

_AROUND = "<html><body><main><div>"
_BETWEEN = " \n\t\f\r"


@dataclass(frozen=True)
class _Cell:
    """A cell of a page as nbconvert's parser leaves it, and the white space around it before."""

    before: str
    parsed: str
    after: str


class CellsOnce(HTMLExporter):  # type: ignore[misc]  # nbconvert has no types
    """Makes the pages that nbconvert's own exporter makes with nbgrader's template."""

    raw_template = Unicode(
        "{% extends 'index.html.j2' %}"
        "{% block any_cell scoped %}{{ super | once(cell, nb.metadata) }}{% endblock %}"
    )

    def __init__(self, **kwargs: Any) -> None:
        self._cells: dict[str, _Cell | None] = {}
        self._as_a_whole = False
        super().__init__(**kwargs)

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """nbconvert's, and the one of the template."""
        yield from super().default_filters()
        yield "once", self._once

    def from_notebook_node(
        self, nb: Any, resources: Any = None, **kwargs: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page, and what nbconvert knows of it."""
        if len(self._cells) > MOST:
            self._cells.clear()
        self._as_a_whole = False
        page, told = super().from_notebook_node(nb, resources, **kwargs)
        if self._as_a_whole:
            return super().from_notebook_node(nb, resources, **kwargs)  # type: ignore[no-any-return]
        return _PLACE.sub(self._in_place, page), told

    def _once(self, draw: Callable[[], str], cell: Any, metadata: Any) -> str:
        key = digest([json.dumps([cell, metadata], sort_keys=True)])
        if key not in self._cells:
            self._cells[key] = _parsed(draw())
        known = self._cells[key]
        if known is None or self._as_a_whole:
            self._as_a_whole = True
            return draw()
        return f"{known.before}<!--autograder cell {key}-->{known.after}"

    def _in_place(self, place: re.Match[str]) -> str:
        known = self._cells.get(place[1])
        return place[0] if known is None else known.parsed


def _parsed(drawn: str) -> _Cell | None:
    """What nbconvert's parser makes of a cell; None: that depends on the rest of the page."""
    start, end = "<!--start-->", "<!--end-->"
    cell = drawn.strip(_BETWEEN)
    before, after = drawn.split(cell) if cell else ("", "")
    # In elements that are open around a cell there: their end tags may stray into it.
    soup = BeautifulSoup(f"{_AROUND}{start}{cell}{end}", features="html.parser")
    parts = soup.div.contents
    ends = [part for part in (parts[0], parts[-1]) if isinstance(part, Comment)]
    is_whole = ends == ["start", "end"] and cell.startswith("<") and cell.endswith(">")
    if not is_whole or soup.select_one(WITHOUT_TEXT):
        return None
    return _Cell(before, str(soup.div.decode_contents()[len(start) : -len(end)]), after)
