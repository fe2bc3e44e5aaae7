"""Shapes in numbers: what is a tuple of sizes is reckoned, all else stays as it is written."""

import pytest

from autograder.sizes import SizeFault, parse_sizes, size_names, sized

SIZED = {
    "all given": ("(B, n, m)", {"B": 2, "n": 3, "m": 5}, "(2, 3, 5)"),
    "some given": ("(B, n, m)", {"n": 3}, "(B, 3, m)"),
    "none given": ("(B, n)", {}, "(B, n)"),
    "any axes in front": ("(..., T_a, T_b)", {"T_a": 4, "T_b": 0}, "(..., 4, 0)"),
    "a stem": ("(..., T_a, T_b)", {"T": 4, "T_b": 7}, "(..., 4, 7)"),
    "one entry": ("(n,)", {"n": 3}, "(3,)"),
    "no entry": ("()", {"n": 3}, "()"),
    "a sum": ("(m, degree + 1)", {"degree": 3, "m": 7}, "(7, 4)"),
    "a difference": ("(n − 1,)", {"n": 3}, "(2,)"),
    "a product": ("(B·n, 2 * n)", {"B": 2, "n": 3}, "(6, 6)"),
    "a quotient": ("(n / h,)", {"n": 12, "h": 4}, "(3,)"),
    "half of a sum": ("(n + m,)", {"n": 3}, "(3 + m,)"),
    "words around": ("broadcasts to (B, m, 1)", {"m": 9}, "broadcasts to (B, 9, 1)"),
    "words after": ("(n, n), exactly 0 below", {"n": 3}, "(3, 3), exactly 0 below"),
    "words only": ("for B = 0 and n = 1 too", {"B": 2, "n": 4}, "for B = 0 and n = 1 too"),
    "words in brackets": ("n numbers (one a row)", {"n": 3, "row": 4}, "n numbers (one a row)"),
    "a call in brackets": ("(len(x), n)", {"x": 3, "n": 2}, "(len(3), n)"),
}


@pytest.mark.parametrize(("shape", "sizes", "due"), SIZED.values(), ids=SIZED)
def test_sized(shape, sizes, due):
    assert sized(shape, sizes) == due


@pytest.mark.parametrize(
    ("shape", "sizes", "says"),
    [
        ("(n / h,)", {"n": 10, "h": 4}, "n / h is 10 / 4 here"),
        ("(n − 1,)", {"n": 0}, "n − 1 is 0 − 1 here"),
        ("(n / h,)", {"n": 10, "h": 0}, "n / h is 10 / 0 here"),
    ],
)
def test_a_size_that_cannot_be(shape, sizes, says):
    with pytest.raises(SizeFault, match="no whole number of 0 or more") as caught:
        sized(shape, sizes)
    assert says in str(caught.value)


def test_names_of_sizes():
    assert size_names("(..., T_a, degree + 1), then (T_a, B)") == ["T_a", "degree", "B"]


def test_sizes_as_given():
    assert parse_sizes(["B=2", "d_k = 16", "T=0"]) == {"B": 2, "d_k": 16, "T": 0}


@pytest.mark.parametrize(
    "given",
    ["B", "B=", "=2", "B=two", "B=-1", "B=2.5", "B=1e3", "2=B", "B=99999999999", "B=2000000000",
     "B=2=3", ""],
)  # fmt: skip
def test_what_is_no_size(given):
    with pytest.raises(SizeFault, match="a size is"):
        parse_sizes([given])


def test_a_size_given_twice():
    with pytest.raises(SizeFault, match="B is given twice"):
        parse_sizes(["B=2", "B=2"])
