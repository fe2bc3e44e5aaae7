"""Columns of a table of text, and which of them stand beside each other in a given width."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import wcwidth

GAP = 2


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        head: what stands above it.
        cells: its text, a row each.
        least: columns of the terminal that it takes at least.
    """

    head: str
    cells: tuple[str, ...]
    least: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """Its head and its cells."""
        return (self.head, *self.cells)

    @property
    def size(self) -> int:
        """Columns of the terminal that it takes."""
        return max(self.least, *map(wcwidth.width, self.texts))


def total_size(columns: list[Column]) -> int:
    """Columns of the terminal that these take side by side."""
    return sum(column.size for column in columns) + GAP * (len(columns) - 1)


def groups(columns: list[Column], room: int) -> Iterator[list[Column]]:
    """Columns in groups that fit.

    Args:
        columns: at least one.
        room: columns of the terminal that a group may take, the gap before it included.
    """
    group: list[Column] = []
    for column in columns:
        if group and GAP + total_size([*group, column]) > room:
            yield group
            group = []
        group.append(column)
    yield group
