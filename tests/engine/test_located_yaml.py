"""YAML as plain data with lines; whatever is wrong is a complaint, never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.located_yaml import Located


def test_data_and_lines():
    located = Located("a: 1\n\nb:\n  - x\n  - c: {d: 2.5}\n")
    assert located.complaints == []
    assert located.data == {"a": 1, "b": ["x", {"c": {"d": 2.5}}]}
    lines = {path: located.line(path) for path in [("a",), ("b",), ("b", 0), ("b", 1, "c", "d")]}
    assert lines == {("a",): 1, ("b",): 3, ("b", 0): 4, ("b", 1, "c", "d"): 5}


def test_line_of_what_is_not_there_is_that_of_the_nearest_part():
    located = Located("a: 1\nb:\n  c: 2\n")
    assert located.line(("b", "z", "y")) == 2
    assert located.line(("z",)) == 1


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        pytest.param("a: 1\nb: [1, 2\nc: 3\n", 3, "not readable as YAML", id="open bracket"),
        pytest.param("a: 1\n b: 2\n", 2, "not readable as YAML", id="indent"),
        pytest.param("a:\n\t- 1\n", 2, "not readable as YAML", id="tab"),
        pytest.param("a: 1\nb: 2\na: 3\n", 3, "'a' is given twice", id="key twice"),
        pytest.param("x:\n  a: 1\n  'a': 2\n", 3, "'a' is given twice", id="key twice inside"),
        pytest.param("a: &one [1]\nb: *one\n", 2, "alias", id="alias"),
        pytest.param("a: 1\nb: !!python/name:os.abort ''\n", 2, "YAML", id="a tag that runs"),
        pytest.param("a: 1\n---\nb: 2\n", 2, "not readable as YAML", id="two documents"),
        pytest.param("a: \x00\n", 1, "not readable as YAML", id="NUL"),
        pytest.param("a: 2026-99-99\n", 1, "not readable as YAML", id="no such date"),
        pytest.param("[" * 1200, 1, "not readable as YAML", id="deep nesting"),
    ],
)
def test_complaints_name_the_line(text, line, says):
    (complaint,) = Located(text).complaints
    assert complaint.line == line
    assert says in complaint.text


def test_a_tag_on_a_collection_is_a_complaint():
    assert Located("a: !!python/object/apply:os.getcwd []\n").complaints


def test_a_bomb_of_aliases_is_refused_before_it_grows():
    layers = ["a0: &a0 [x, x]"]
    layers += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    (complaint,) = Located("\n".join(layers)).complaints
    assert complaint.line == 2


@given(st.text(alphabet="ab:-[]{}&*!'\"\n ,#|>%@`\t1.0", max_size=60))
def test_any_text_gives_data_or_a_complaint(text):
    located = Located(text)
    assert located.complaints == [] or all(
        item.line >= 1 and item.text for item in located.complaints
    )
    assert located.line(("nowhere", 0)) >= 1


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.integers(0, 99)))
def test_each_key_has_its_own_line(entries):
    located = Located("".join(f"k{key}: {value}\n" for key, value in entries.items()))
    assert [located.line((f"k{key}",)) for key in entries] == list(range(1, len(entries) + 1))
