"""nbgrader's feedback page, of which what many students have in common is made once.

The head of a page and most of its cells are the course's own, or say what those of others say too.
Such a part is drawn and parsed the first time; nbconvert is given a comment that stands for it.
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
"""So many parts are held at most."""

_PLACE = re.compile(r"<!--autograder part ([0-9a-f]+)-->")
WITHOUT_TEXT = "img:not([alt])"
"""Such pictures nbconvert gives one."""

_AROUND = "<html><body><main><div>"
_BETWEEN = " \n\t\f\r"


@dataclass(frozen=True)
class _Part:
    """A part of a page as nbconvert's parser leaves it, and the white space around it before."""

    before: str
    parsed: str
    after: str


class PartsOnce(HTMLExporter):  # type: ignore[misc]  # nbconvert has no types
    """Makes the pages that nbconvert's own exporter makes with nbgrader's template."""

    raw_template = Unicode(
        "{% extends 'index.html.j2' %}"
        "{% block header %}{{ super | head_once }}{% endblock %}"
        "{% block any_cell scoped %}{{ super | cell_once(cell, nb.metadata) }}{% endblock %}"
    )

    def __init__(self, **kwargs: Any) -> None:
        self._parts: dict[str, _Part | None] = {}
        self._as_a_whole = False
        super().__init__(**kwargs)

    def default_filters(self) -> Iterator[tuple[str, Any]]:
        """nbconvert's, and those of the template."""
        yield from super().default_filters()
        yield "head_once", self._head_once
        yield "cell_once", self._cell_once

    def from_notebook_node(
        self, nb: Any, resources: Any = None, **kwargs: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page, and what nbconvert knows of it."""
        if len(self._parts) > MOST:
            self._parts.clear()
        self._as_a_whole = False
        page, told = super().from_notebook_node(nb, resources, **kwargs)
        if self._as_a_whole:
            return super().from_notebook_node(nb, resources, **kwargs)  # type: ignore[no-any-return]
        return _PLACE.sub(self._in_place, page), told

    def _head_once(self, draw: Callable[[], str]) -> str:
        before, tag, head = draw().partition("<head>")
        return before + self._once(digest([head]), lambda: tag + head)

    def _cell_once(self, draw: Callable[[], str], cell: Any, metadata: Any) -> str:
        return self._once(digest([json.dumps([cell, metadata], sort_keys=True)]), draw)

    def _once(self, key: str, draw: Callable[[], str]) -> str:
        if key not in self._parts:
            self._parts[key] = _parsed(draw())
        known = self._parts[key]
        if known is None or self._as_a_whole:
            self._as_a_whole = True
            return draw()
        return f"{known.before}<!--autograder part {key}-->{known.after}"

    def _in_place(self, place: re.Match[str]) -> str:
        known = self._parts.get(place[1])
        return place[0] if known is None else known.parsed


def _parsed(drawn: str) -> _Part | None:
    """What nbconvert's parser makes of a part; None: that depends on the rest of the page."""
    start, end = "<!--start-->", "<!--end-->"
    part = drawn.strip(_BETWEEN)
    before, after = drawn.split(part) if part else ("", "")
    # In elements that are open around a cell there: their end tags may stray into it.
    soup = BeautifulSoup(f"{_AROUND}{start}{part}{end}", features="html.parser")
    around: Any = soup.div
    inside = around.contents
    ends = [node for node in (inside[0], inside[-1]) if isinstance(node, Comment)]
    is_whole = ends == ["start", "end"] and part.startswith("<") and part.endswith(">")
    if not is_whole or soup.select_one(WITHOUT_TEXT):
        return None
    return _Part(before, around.decode_contents()[len(start) : -len(end)], after)
