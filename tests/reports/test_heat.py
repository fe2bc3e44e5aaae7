"""Arrays side by side: the first fault marked in both, wrong entries told without colour."""

import re

import pytest

from autograder.course import Tolerance
from autograder.reports.entries import plain, show
from autograder.reports.heat import axes, number
from autograder.reports.looks import classes, inline
from autograder.result import Evidence

NAN, INF = float("nan"), float("inf")


def shown(expected, got, index, shape="(..., T_q, T_k)", dress=classes):
    evidence = Evidence("c", index, 0.0, 1.0, (expected, got))
    return show(evidence, shape, Tolerance(), dress)


def test_the_first_wrong_entry_is_marked_in_both():
    html = shown([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.5], [3.0, 5.0]], (0, 1))
    assert re.findall(r'<td class="([^"]*here)">([^<]*)', html) == [
        ("cell p2 here", "2"),
        ("cell p3 wrong here", "2.5 ◂"),
    ]
    assert html.count("wrong") == 2
    assert html.count("rows T_q, columns T_k") == 2
    assert ">3.5<" in html, "the sum of a row"


def test_within_tolerance_is_not_wrong():
    assert "wrong" not in shown([[1.0]], [[1.00001]], None)


def test_nan_and_infinities_have_no_sums_and_no_scale():
    html = shown([[0.0, -INF]], [[0.0, NAN]], (0, 1))
    assert "Σ" not in html
    assert "−∞" in html
    assert ">nan ◂<" in html
    assert html.count("blank") == 2


def test_other_shapes_stand_side_by_side_unmarked():
    html = shown([[1.0, 2.0]], [[1.0], [2.0]], None)
    assert "expected, shape (1, 2)" in html
    assert "got, shape (2, 1)" in html
    assert "wrong" not in html
    assert "here" not in html


@pytest.mark.parametrize("value", [1.5, [1.5], [[[1.5]]], [], [[]], [[[]]]])
@pytest.mark.parametrize("other", [1.5, [2.5], [[1.5, 1.0]], []])
def test_any_rank_is_drawn(value, other):
    html = shown(value, other, None)
    assert html.count("<table") == html.count("</table>") >= 1


def test_the_item_with_the_fault_leads():
    html = shown([[[1.0]], [[2.0]]], [[[1.0]], [[3.0]]], (1, 0, 0))
    assert html.index("at [1]\nrows") < html.index("<details>") < html.index("at [0]\nrows")


def test_a_fragment_carries_its_styles():
    html = shown([[1.0]], [[2.0]], (0, 0), dress=inline)
    assert "class=" not in html
    assert "outline: 3px" in html


@pytest.mark.parametrize(
    ("shape", "names"),
    [
        ("(..., T_q, T_k)", ("T_q", "T_k")),
        ("(B, T, d_k)", ("T", "d_k")),
        ("(T,)", None),
        ("(..., n)", None),
        ("twelve tuples", None),
        ("", None),
    ],
)
def test_axes(shape, names):
    assert axes(shape) == names


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (-1.5, "−1.5"),
        (1e30, "1e30"),
        ((3,), "(3,)"),
        ([2, 3], "(2, 3)"),
        ("nan", "nan"),
        (True, "True"),
        ("y" * 999, "y" * 299 + "…"),
    ],
)
def test_plain(value, text):
    assert plain(value) == text


def test_numbers_keep_their_digits():
    assert number(-0.4806116, 4) == "−0.4806"
