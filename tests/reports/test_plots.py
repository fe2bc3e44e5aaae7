"""A student's own arrays: drawn whatever they are, readable as text, harmless in any page."""

from html.parser import HTMLParser

import numpy as np
import pytest

from autograder.outcome import Unreadable
from autograder.reports.plots import plot

NAN, INF = np.nan, np.inf
KINDS = ["heat", "pattern", "terms"]
SHAPE = "(..., T_q, T_k)"
WORKED = np.array([[[0.042498, -0.042498], [0.985834, 2.957502]]])


class Fragment(HTMLParser):
    """Gathers what a page around it, or a notebook that strips, would trip over."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.names, self.styles, self.cells = [], set(), set(), [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.styles.append(dict(attrs).get("style", ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "td":
            self.cells.append((data, self.styles[-1]))


def shown(draw, value, name="A", shape=SHAPE):
    return plot(draw, name, shape, [("an example", value)])


def test_a_heat_map_has_its_numbers_and_row_sums():
    made = shown("heat", np.array([[0.25, 0.75], [0.5, -2.0]]))
    assert made.text.splitlines() == [
        "Your own A on public examples; Σ is the sum of a row.",
        "",
        "an example",
        "",
        "shape (2, 2)",
        "rows T_q, columns T_k",
        "      0     1     Σ",
        "0  0.25  0.75     1",
        "1   0.5    −2  −1.5",
    ]
    texts = [text for text, _ in Fragment(made.html).cells]
    assert texts == ["0.25", "0.75", "1", "0.5", "−2", "−1.5"]


def test_a_tint_goes_by_size_and_sign():
    cells = Fragment(shown("heat", np.array([[4.0, 1.0, -4.0, 0.0]])).html).cells
    strong, weak, cold, none = (style for _, style in cells[:4])
    assert len({strong, weak, cold, none}) == 4
    assert "background" not in none


def test_a_pattern_tells_zero_from_forbidden_from_neither():
    mask = np.array([[0.0, -INF], [-1e9, NAN]])
    cells = Fragment(shown("pattern", mask).html).cells
    assert [text for text, _ in cells] == ["0", "−∞", "−1e09", "nan"]
    hatched = ["gradient" in style for _, style in cells]
    framed = ["outline" in style for _, style in cells]
    assert hatched == [False, True, False, False]
    assert framed == [False, False, True, True]


def test_terms_add_up():
    made = shown("terms", WORKED)
    rows = [line.split("  ") for line in made.text.splitlines()[-2:]]
    numbers = [[float(part.replace("−", "-")) for part in row if part.strip()] for row in rows]
    assert numbers == [[0, 0.0425, 0.9858, 1.028], [1, -0.0425, 2.958, 2.915]]
    assert made.text.splitlines()[-3].split() == ["0", "+", "1", "=", "Σ"]


def test_bars_go_to_the_side_of_their_sign():
    cells = Fragment(shown("terms", np.array([[[1.0], [-1.0], [0.0]]])).html).cells
    right, left, none, total = (style for _, style in cells)
    assert "26% 50%" in right
    assert "2% 26%" in left
    assert none == total
    assert "26% 26%" in none


@pytest.mark.parametrize("draw", KINDS)
@pytest.mark.parametrize(
    "value",
    [
        np.array(3.0),
        np.array([1.0, 2.0]),
        np.full((2, 2, 2), NAN),
        np.array([[INF, -INF], [1e308, 1e308]]),
        np.full((1, 2, 2), 1e308),
        np.zeros((2, 2, 2)),
        np.full((2, 2), 5e-324),
        np.arange(16).reshape(2, 2, 2, 2),
        np.array([[True, False]]),
        np.float32([[0.5]]),
    ],
    ids=lambda value: f"{value.dtype}{value.shape}",
)
def test_any_numbers_are_drawn(draw, value):
    made = shown(draw, value)
    assert Fragment(made.html).cells
    assert f"shape {value.shape}" in made.text


@pytest.mark.parametrize("draw", KINDS)
@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.zeros((0, 3)), "shape (0, 3), which is empty"),
        (np.array([1j]), "no real numbers to draw"),
        ("<img src=x>", "no real numbers to draw"),
        (Unreadable("<script>generator"), "no real numbers to draw"),
        ((np.zeros(2), np.zeros(3)), "no real numbers to draw"),
    ],
)
def test_what_cannot_be_drawn_is_said(draw, value, said):
    made = shown(draw, value)
    assert said in made.text
    assert not Fragment(made.html).tags & {"img", "script"}


@pytest.mark.parametrize("draw", KINDS)
def test_far_too_much_is_cut(draw):
    made = shown(draw, np.ones((50, 60, 70, 80)))
    assert len(made.html) < 100_000
    assert "the first 8 of each axis" in made.text


def test_row_sums_are_of_whole_rows():
    assert shown("heat", np.ones((1, 20))).text.splitlines()[-1].split()[-1] == "20"


@pytest.mark.parametrize("draw", KINDS)
def test_it_needs_nothing_of_the_page_around(draw):
    hostile = '<script>"&'
    made = plot(draw, hostile, hostile, [(hostile, WORKED), ("again", WORKED)])
    found = Fragment(made.html)
    assert not found.tags & {"script", "style", "link", "img", "svg"}
    known = {"style", "scope", "tabindex", "role", "aria-label"}
    assert found.names <= known, "no ids, no classes, no handlers"
    assert not any("url(" in style or "position" in style for style in found.styles)


def test_nothing_to_draw():
    assert plot("heat", "A", SHAPE, []) == ("", "")
