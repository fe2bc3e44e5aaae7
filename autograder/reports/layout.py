"""Where the objects of a stage stand in a drawing: what is needed stands above what needs it.

Pure geometry in units of one node; knows no result and no drawing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Needs = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Layout:
    """Places of all objects.

    Attributes:
        places: column and row of each, the leftmost column 0, in dependency order.
        edges: from what is needed to what needs it; those that others imply are left out.
        columns: width of the whole, in columns.
        rows: height of the whole, in rows.
    """

    places: dict[str, tuple[float, int]]
    edges: tuple[tuple[str, str], ...]
    columns: float
    rows: int


def arrange(needs: Needs, across: int) -> Layout:
    """A layout of objects.

    Args:
        needs: by object, in dependency order, the objects it is made from; unknown ones are
            passed over.
        across: so many objects may stand in one row.
    """
    edges = _reduced(needs)
    linked = {name for edge in edges for name in edge}
    parents: dict[str, list[str]] = {name: [] for name in needs if name in linked}
    for parent, child in edges:
        parents[child].append(parent)
    rows = _wrapped(_rows(parents, edges), across)
    apart = [name for name in needs if name not in linked]
    places: dict[str, tuple[float, int]] = {}
    for row, names in enumerate(rows):
        for name, column in _columns(names, parents, places):
            places[name] = (column, row)
    left = min((column for column, _ in places.values()), default=0.0)
    for place, name in enumerate(apart):
        places[name] = (left + place % across, len(rows) + place // across)
    found = {name: (places[name][0] - left, places[name][1]) for name in needs}
    return Layout(
        found,
        tuple(edges),
        columns=1 + max((column for column, _ in found.values()), default=0.0),
        rows=1 + max((row for _, row in found.values()), default=0),
    )


def _reduced(needs: Needs) -> list[tuple[str, str]]:
    """All edges but those that a longer way implies."""
    above: dict[str, set[str]] = {}
    edges: list[tuple[str, str]] = []
    for name, listed in needs.items():
        direct = [other for other in dict.fromkeys(listed) if other in above]
        implied = set().union(*(above[other] for other in direct))
        edges += [(other, name) for other in direct if other not in implied]
        above[name] = implied.union(direct)
    return edges


def _rows(parents: Mapping[str, list[str]], edges: list[tuple[str, str]]) -> list[list[str]]:
    """Objects by row: each below all it needs; those that need nothing just above their use."""
    depth: dict[str, int] = {}
    for name, above in parents.items():
        depth[name] = 1 + max((depth[other] for other in above), default=-1)
    for name, above in parents.items():
        if not above:
            depth[name] = min(depth[child] for parent, child in edges if parent == name) - 1
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for name, row in depth.items():
        rows[row].append(name)
    return rows


def _wrapped(rows: list[list[str]], across: int) -> list[list[str]]:
    return [row[at : at + across] for row in rows for at in range(0, len(row), across)]


def _columns(
    names: list[str], parents: Mapping[str, list[str]], places: Mapping[str, tuple[float, int]]
) -> list[tuple[str, float]]:
    """Columns of one row: below what they are made from, so that the main line runs straight."""
    wished = sorted(
        ((_wish(parents[name], parents, places), name) for name in names if parents[name]),
        key=lambda pair: pair[0],
    )
    taken: list[tuple[str, float]] = []
    for wish, name in wished:
        taken.append((name, max(wish, taken[-1][1] + 1) if taken else wish))
    if taken:
        shift = sum(wish - at for (wish, _), (_, at) in zip(wished, taken, strict=True))
        taken = [(name, at + shift / len(taken)) for name, at in taken]
    free = [name for name in names if not parents[name]]
    first = taken[-1][1] + 1 if taken else -(len(free) - 1) / 2
    return taken + [(name, first + place) for place, name in enumerate(free)]


def _wish(
    above: list[str], parents: Mapping[str, list[str]], places: Mapping[str, tuple[float, int]]
) -> float:
    """The middle of what it is made from; what is itself made from something counts more."""
    weighty = [name for name in above if parents[name]] or above
    return sum(places[name][0] for name in weighty) / len(weighty)
