"""A stage's points run after run, as a line drawing for the class page.

Its colours and letters are the page's, light, dark and on paper. The same numbers give the same
bytes; they stand in a table beside it. Knows no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree

from autograder.errors import UsageError
from autograder.reports.history import Entry

try:
    import leather
except ImportError:
    raise UsageError(
        "the class page needs leather; install it: python -m pip install leather"
    ) from None

WIDTH, HEIGHT = 320, 170
NAMELESS = " "  # the dots belong to the median, and need no word of their own


def draw_trend(runs: Sequence[tuple[int, Entry]], told: str) -> str:
    """A line of medians, with dots, and a dashed one of means, in per cent of the stage's points.

    Args:
        runs: number and entry of each run of one stage, in order; two at least.
        told: the drawing in words.
    """
    medians = [(number, _share(entry.median, entry)) for number, entry in runs]
    means = [(number, _share(entry.mean, entry)) for number, entry in runs]
    numbers = [number for number, _ in runs]
    chart: Any = leather.Chart()
    chart.add_x_scale(numbers[0], numbers[-1])
    chart.add_x_axis(ticks=numbers)
    chart.add_y_scale(0, 100)
    chart.add_y_axis(ticks=[0, 50, 100])
    chart.add_line(medians, name="●─● median", stroke_color="currentColor")
    chart.add_line(means, name="╌╌ mean", stroke_color="currentColor", stroke_dasharray="5 4")
    known = [point for point in medians if point[1] is not None]
    chart.add_dots(known, name=NAMELESS, fill_color="currentColor")
    drawing = ElementTree.tostring(chart.to_svg_group(WIDTH, HEIGHT), encoding="unicode")
    return (
        f'<svg class="trend" role="img" aria-label="{escape(told)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">{drawing}</svg>'
    )


def _share(points: float | None, entry: Entry) -> float | None:
    return None if points is None or not entry.max_points else 100 * points / entry.max_points
