"""A stage's points run after run, as a line drawing for the class page.

The drawing is pygal's; its own style sheet, its tips and its date are taken off, so that the page's
colours hold, light, dark and on paper, and the same numbers give the same bytes. The numbers stand
in a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from autograder.errors import UsageError
from autograder.reports.history import Entry

try:
    import pygal
except ImportError:
    raise UsageError(
        "the class page needs pygal; install it: python -m pip install pygal"
    ) from None

WIDTH, HEIGHT = 320, 150
EXTRAS = {"defs", "desc", "title"}
TIPS = "plot tooltip-overlay"


def draw_trend(entries: Sequence[Entry], labels: Sequence[str], told: str) -> str:
    """A line of medians, with dots, and a dashed one of means, in per cent of the stage's points.

    Args:
        entries: the runs of one stage, in order.
        labels: what stands under each run.
        told: the drawing in words.
    """
    chart = pygal.Line(
        js=(),
        width=WIDTH,
        height=HEIGHT,
        margin=4,
        explicit_size=True,
        no_prefix=True,
        show_legend=False,
        range=(0, 100),
        dots_size=3,
    )
    chart.x_labels = labels
    chart.y_labels = [0, 50, 100]
    chart.add("median", [_share(entry.median, entry) for entry in entries])
    chart.add("mean", [_share(entry.mean, entry) for entry in entries], show_dots=False)
    drawing = chart.render_tree()
    _strip(drawing)
    del drawing.attrib["id"]
    drawing.set("class", "trend")
    drawing.set("role", "img")
    drawing.set("aria-label", told)
    return str(ElementTree.tostring(drawing, encoding="unicode"))


def _share(points: float | None, entry: Entry) -> float | None:
    return None if points is None or not entry.max_points else 100 * points / entry.max_points


def _strip(element: ElementTree.Element) -> None:
    for child in list(element):
        is_comment = not isinstance(child.tag, str)
        if is_comment or child.tag in EXTRAS or child.get("class") == TIPS:
            element.remove(child)
        else:
            _strip(child)
