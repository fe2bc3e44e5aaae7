"""The dependency chain of one stage as inline SVG: objects as nodes, edges from what they need.

Every status has a sign, a word and a border of its own; the first incorrect object is filled.
Colours stand in attributes, which a page's style sheet may override. Judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from autograder.course import Object
from autograder.reports.layout import Layout, arrange
from autograder.reports.looks import LOOKS, Look
from autograder.result import ObjectResult, StageResult, Status
from autograder.words import say

EXERCISE = "exercises."
FAULTS = (Status.INCORRECT, Status.MISSING)
SPREADS = (Status.INCORRECT, Status.MISSING, Status.FOLLOWS)
"""Statuses that reach what is made from them."""

_WIDTH = 356
_HEIGHT, _GAP, _RISE, _EDGE = 48, 16, 32, 6
_CHARACTER = 8.5  # a monospaced letter at 14 px
_SPARE = 42  # the sign and the space around a name
_LEAST = 120  # the longest status word and its sign
_LONGEST = 30
_FIRST = {Status.INCORRECT: "first_fault", Status.MISSING: "first_to_fill_in"}

_MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_SANS = "system-ui, 'Segoe UI', 'Liberation Sans', Arial, sans-serif"


def chain_objects(result: StageResult) -> list[ObjectResult]:
    """The objects of a stage that depend on one another: all but the exercises."""
    return [item for item in result.objects if not item.name.startswith(EXERCISE)]


def draw_chain(
    objects: Iterable[Object],
    result: StageResult,
    link: Callable[[str], str] | None = None,
) -> str:
    """The chain of a stage.

    Args:
        objects: the stage's objects with what they need; `result` may have others.
        result: the verdicts.
        link: from an object's name to where its node leads; none: the nodes are no links, and
            the picture stands where no style sheet makes it fit.
    """
    known = {item.name: item.needs for item in objects}
    items = chain_objects(result)
    longest = max((min(len(item.name), _LONGEST) for item in items), default=1)
    width = max(_LEAST, round(longest * _CHARACTER + _SPARE))
    across = max(1, (_WIDTH + _GAP) // (width + _GAP))
    layout = arrange({item.name: known.get(item.name, ()) for item in items}, across)
    statuses = {item.name: item.status for item in items}
    corner = {
        name: (round(_EDGE + column * (width + _GAP)), _EDGE + row * (_HEIGHT + _RISE))
        for name, (column, row) in layout.places.items()
    }
    edges = [
        _edge(corner[parent], corner[child], width, _carries(statuses[parent], statuses[child]))
        for parent, child in layout.edges
    ]
    nodes = [
        _node(item, corner[item.name], width, item.name == result.first_incorrect, link)
        for item in items
    ]
    return _picture(layout, width, [*edges, *nodes], _title(result, items), link is not None)


def _picture(layout: Layout, width: int, parts: Sequence[str], title: str, has_links: bool) -> str:
    across = round(layout.columns * (width + _GAP) - _GAP) + 2 * _EDGE
    down = layout.rows * (_HEIGHT + _RISE) - _RISE + 2 * _EDGE
    role = "group" if has_links else "img"
    fits = "" if has_links else ' style="max-width: 100%; height: auto"'
    return (
        f'<svg class="chain" role="{role}" aria-label="{escape(title)}"{fits} '
        f'viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        f'font-family="{_SANS}">\n' + "\n".join(parts) + "\n</svg>"
    )


def _title(result: StageResult, items: list[ObjectResult]) -> str:
    said = ", ".join(
        f"{item.name} {LOOKS[item.status].word}"
        + (say("the_first") if item.name == result.first_incorrect else "")
        for item in items
    )
    return say("chain", objects=said)


def _carries(parent: Status, child: Status) -> bool:
    return parent in SPREADS and child in (Status.FOLLOWS, Status.NOT_JUDGED)


def _edge(start: tuple[int, int], end: tuple[int, int], width: int, carries: bool) -> str:
    """A line from the foot of one node to the head of another, with its arrow head."""
    x, y = start[0] + width // 2, start[1] + _HEIGHT
    to_x, to_y = end[0] + width // 2, end[1]
    to_x += max(-width // 4, min(width // 4, (x - to_x) // 4))  # arrows from two sides stay apart
    middle = (y + to_y) // 2
    kind, dash = ("edge carried", ' stroke-dasharray="5 4"') if carries else ("edge", "")
    thick = 2 if carries else 1
    return (
        f'<g class="{kind}" stroke="currentColor" fill="currentColor">'
        f'<path d="M{x} {y}C{x} {middle} {to_x} {middle} {to_x} {to_y - 6}" fill="none" '
        f'stroke-width="{thick}"{dash}/>'
        f'<path d="M{to_x} {to_y - 1}l-4 -8h8z" stroke="none"/></g>'
    )


def _node(
    item: ObjectResult,
    corner: tuple[int, int],
    width: int,
    is_first: bool,
    link: Callable[[str], str] | None,
) -> str:
    look = LOOKS[item.status]
    x, y = corner
    ink, paper, sign = (
        ("#ffffff", "#b3261e", "#ffffff") if is_first else ("currentColor", "none", look.colour)
    )
    word = say(_FIRST[item.status]) if is_first and item.status in _FIRST else look.short
    name = item.name if len(item.name) <= _LONGEST else item.name[: _LONGEST - 1] + "…"
    kind = f"node {look.kind}" + (" first" if is_first else "")
    inner = (
        _border(look, width, paper, is_first)
        + f'<path class="sign" d="{look.sign}" transform="translate(11 9)" fill="none" '
        f'stroke="{sign}" stroke-width="2" stroke-linecap="round"/>'
        f'<text class="name" x="34" y="22" font-family="{_MONO}" font-size="14" fill="{ink}">'
        f"{escape(name)}</text> "
        f'<text class="word" x="34" y="38" font-size="12" fill="{ink}">{word}</text>'
    )
    if link is not None:
        inner = f'<a href="{escape(link(item.name))}">{inner}</a>'
    return f'<g class="{kind}" transform="translate({x} {y})">{inner}</g>'


def _border(look: Look, width: int, paper: str, is_first: bool) -> str:
    """One line; two for a fault, so that it is told in black and white too."""
    dash = f' stroke-dasharray="{look.dash}" stroke-linecap="round"' if look.dash else ""
    edge = "#b3261e" if is_first else look.colour
    outer = (
        f'<rect class="body" width="{width}" height="{_HEIGHT}" rx="5" fill="{paper}" '
        f'stroke="{edge}" stroke-width="2"{dash}/>'
    )
    if look.kind != "incorrect" and not is_first:
        return outer
    line = "#ffffff" if is_first else look.colour
    return outer + (
        f'<rect class="inner" x="4" y="4" width="{width - 8}" height="{_HEIGHT - 8}" rx="3" '
        f'fill="none" stroke="{line}"{dash}/>'
    )
