"""Where objects stand: below what they are made from, in as little width as that takes."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from autograder.reports.layout import arrange

LAYER = {
    "Q": [],
    "K": [],
    "V": [],
    "S": ["Q", "K"],
    "M": [],
    "A": ["S", "M"],
    "H": ["A", "V"],
    "Y": ["H"],
    "batch": ["Q", "K", "V", "S", "M", "A", "H", "Y"],
}


@st.composite
def chains(draw):
    names = [f"o{place}" for place in range(draw(st.integers(0, 12)))]
    return {
        name: draw(st.lists(st.sampled_from(names[:place]), max_size=4)) if place else []
        for place, name in enumerate(names)
    }


def test_the_layer_stands_on_one_line():
    found = arrange(LAYER, 2)
    columns = {name: column for name, (column, _) in found.places.items()}
    assert len({columns[name] for name in ("S", "A", "H", "Y", "batch")}) == 1
    assert found.rows == 6
    assert found.columns <= 2.5


def test_what_others_imply_is_not_drawn():
    edges = arrange(LAYER, 2).edges
    assert [edge for edge in edges if edge[1] == "batch"] == [("Y", "batch")]


def test_objects_apart_fill_rows():
    found = arrange({name: [] for name in "abcde"}, 2)
    assert [found.places[name] for name in "abcde"] == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]


def test_unknown_needs_are_passed_over():
    assert arrange({"a": ["nothing"]}, 2).edges == ()


@given(chains(), st.integers(1, 4))
def test_laws(needs, across):
    found = arrange(needs, across)
    assert list(found.places) == list(needs)
    for parent, child in found.edges:
        assert found.places[parent][1] < found.places[child][1]
    rows = {}
    for column, row in found.places.values():
        rows.setdefault(row, []).append(column)
        assert 0 <= column <= found.columns - 1 + 1e-9
    for columns in rows.values():
        columns.sort()
        assert len(columns) <= across
        assert all(b - a > 1 - 1e-9 for a, b in pairwise(columns))
