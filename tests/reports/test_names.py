"""File names that no system trips over, and that no two students share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.reports.names import page_name


@pytest.mark.parametrize("name", ["ada", "s123", "a.b_c-d"])
def test_plain_names_stay(name):
    assert page_name(name) == f"{name}.html"


@pytest.mark.parametrize(
    "name",
    ["..", ".", "../x", "a/b", "CON", "con", "nul.txt", "class", "index", "Ada", "", " ", "-x"],
)
def test_others_are_marked(name):
    made = page_name(name)
    assert made != f"{name}.html"
    assert not made.startswith(".")
    assert "/" not in made


@given(st.text(max_size=300), st.text(max_size=300))
def test_laws(one, other):
    made = page_name(one)
    assert len(made.encode("utf-8", "surrogatepass")) <= 255
    assert not set(made) & set('/\\:*?"<>|\0\n')
    if one != other:
        assert made.casefold() != page_name(other).casefold()
