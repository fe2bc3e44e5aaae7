"""Answers as they were written: numbers within 1 % whatever YAML makes of them, nothing run."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import CourseError
from autograder.exercises import UnreadableAnswers, is_right, read_answers, read_key


def answered(text, due):
    answers = read_answers(f"key: {text}\n".encode())
    return is_right(due, answers["key"])


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("0.001", 0.001), ("1e-3", 0.001), ("1E-3", 0.001), ("1.0e-3", 0.001), ("1e+3", 1000),
        ("1_000", 1000), ("1000", 1000), ("1000.0", 1000), ("+12", 12), ("-3", -3), ("−3", -3),
        (".5", 0.5), ("5.", 5), ("0.5", 0.5), ("1/2", 0.5), ("-1 / 4", -0.25),
        ('"12"', 12), ("'12'", 12), ("  12  ", 12), ("12  # a dozen", 12), ("0x10", 16),
        (".inf", math.inf), ("inf", math.inf), ("-.inf", -math.inf), ("-∞", -math.inf),
        (".nan", math.nan), ("[12]", 12), ("1.009", 1.0), ("0.991", 1.0), ("12:30", "12:30"),
        ("010", 10), ("2026", 2026),
    ],
)  # fmt: skip
def test_right_numbers(text, due):
    assert answered(text, due)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("1.011", 1.0), ("0.989", 1.0), ("-1", 1), ("0.002", 0.001), ("0.001", 0.0), ("nan", 1.0),
        ("inf", 1e308), (".inf", -math.inf), ("1", math.nan), ("twelve", 12), ("12 m", 12),
        ("1,5", 1.5), ("true", 1), ("yes", 1), ("[1, 2]", 1), ("1/0", 1), ("1e999", 5),
        ("__import__('os')", 1), ("9" * 5000, 9),
    ],
)  # fmt: skip
def test_wrong_numbers(text, due):
    assert not answered(text, due)


@pytest.mark.parametrize("text", ["true", "True", "yes", "Yes", "on", "y", "TRUE", '"true"'])
def test_yes_and_no(text):
    assert answered(text, True)
    assert not answered(text, False)


@pytest.mark.parametrize("text", ["false", "no", "No", "off", "n", "'no'"])
def test_no_and_yes(text):
    assert answered(text, False)
    assert not answered(text, True)


@pytest.mark.parametrize("text", ["maybe", "2", "[true, false]", "yes no"])
def test_neither_yes_nor_no(text):
    assert not answered(text, True)
    assert not answered(text, False)


@pytest.mark.parametrize(
    "text",
    ["[2, 3]", '"(2, 3)"', "(2, 3)", "2, 3", "2 3", "2 × 3", "[2,3]", "\n  - 2\n  - 3", "[2.0, 3]",
     '["2", 3]', "[ 2 , 3 ]", "2; 3"],
)  # fmt: skip
def test_right_lists(text):
    assert answered(text, [2, 3])


@pytest.mark.parametrize("text", ["[3, 2]", "[2]", "[2, 3, 4]", "2", "[]", "[2, x]", "23", "[23]"])
def test_wrong_lists(text):
    assert not answered(text, [2, 3])


@pytest.mark.parametrize("text", ["rows", "Rows", " ROWS ", "'rows'", '"rows"'])
def test_texts_but_for_case_and_space(text):
    assert answered(text, "rows")
    assert not answered(text, "row s")


@pytest.mark.parametrize("text", ["", "~", "null", '"?"', "''", "None", "  # later"])
def test_empty_answers_are_not_there(text):
    assert read_answers(f"a: 1\nkey: {text}\n".encode()) == {"a": "1"}


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "---\n", "~\n", "{}\n"])
def test_nothing_answered(text):
    assert read_answers(text.encode()) == {}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_byte_order_mark_and_line_ends(end):
    assert read_answers(b"\xef\xbb\xbfa: 1" + end + b"b: 2" + end) == {"a": "1", "b": "2"}


def test_a_tag_is_not_run():
    assert read_answers(b"a: !!python/object/apply:os.abort ''\nb: !x 5\n") == {"b": "5"}


BOMB = "a: &a [x, x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(50))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(BOMB.encode(), id="a bomb of aliases"),
        pytest.param(b"a: &x 1\nb: *x\n", id="an alias"),
        pytest.param(b"a: " + b"[" * 100_000, id="deep nesting"),
        pytest.param(b"{" * 100_000, id="deep mappings"),
        pytest.param(b"a: [[1]]\n", id="a list in a list"),
        pytest.param(b"a: {b: 1}\n", id="a mapping as an answer"),
        pytest.param(b"- 1\n- 2\n", id="a list of answers"),
        pytest.param(b"only text\n", id="text"),
        pytest.param(b"a: [1\nb: 2\n", id="an open bracket"),
        pytest.param(b"a: 1\n b: 2\n", id="indent"),
        pytest.param(b"a: 'x\n", id="an open quote"),
        pytest.param(b"a: \x00\n", id="NUL"),
        pytest.param(b"\x00" * 1000, id="nothing but NUL"),
        pytest.param(b"a: \xff\xfe\n", id="not UTF-8"),
        pytest.param("a: 1\n".encode("utf-16"), id="UTF-16"),
        pytest.param(b"a: \x1b[31m\n", id="a control character"),
        pytest.param(b"? [1, 2]\n: 3\n", id="a list as a key"),
        pytest.param(b"%YAML 9.9\n---\na: 1\n", id="another YAML"),
        pytest.param(b"@a: 1\n", id="a reserved sign"),
    ],
)
def test_what_cannot_be_read_says_so_shortly(content):
    with pytest.raises(UnreadableAnswers) as caught:
        read_answers(content)
    assert 0 < len(str(caught.value)) <= 300


def test_the_line_is_named():
    with pytest.raises(UnreadableAnswers, match="line 3: "):
        read_answers(b"a: 1\nb: 2\nc: {d: 1}\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("raw_entry:3\n", 1),
        ("# one blank\n\nraw_entry:3\nscale: 2\n", 3),
        ("scale: 2\nraw_entry:3\n", 2),
        ("scale: 2\nraw_entry:3\n\n# more\n\nlast: 4\n", 2),
        ("scale: 2\nraw_entry:3\nlast:4\n", 2),
        ("scale:\nraw_entry:'3'\r\nlast: 4\n", 2),
    ],
)
def test_a_lacking_blank_after_a_colon_is_told_where_it_lacks(text, line):
    with pytest.raises(UnreadableAnswers) as caught:
        read_answers(text.encode())
    due = f'line {line}: a blank is due after the colon, as in "raw_entry: answer"'
    assert str(caught.value) == due


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: [2, 3\n\n# Q = [[0, 3]]\nc:\n", 2),
        ("a: [1, 2]\nb: [2, 3\n", 2),
        ("a: [1, 2]  # right\n# and [more]\nb: [\nc: 4\nd: [5]\n", 3),
    ],
)
def test_a_list_that_is_not_closed_is_told_where_it_begins(text, line):
    with pytest.raises(UnreadableAnswers) as caught:
        read_answers(text.encode())
    assert str(caught.value) == f"line {line}: this list is not closed by ]"


def test_a_list_over_two_lines_is_not_what_is_wrong():
    assert read_answers(b"a: [2,\n  3]\nb: 4\n") == {"a": ["2", "3"], "b": "4"}
    with pytest.raises(UnreadableAnswers, match="line 3: an answer is a plain value"):
        read_answers(b"a: [2,\n  3]\nb: {c: 1}\n")


def test_a_lacking_blank_further_down_is_not_what_is_wrong():
    with pytest.raises(UnreadableAnswers, match="line 1: an answer is a plain value"):
        read_answers(b"a: {b: 1}\nraw_entry:3\n")


@given(st.binary(max_size=80))
def test_any_bytes_give_answers_or_one_error(content):
    try:
        answers = read_answers(content)
    except UnreadableAnswers:
        return
    assert all(isinstance(key, str) for key in answers)


@given(st.text(max_size=30), st.one_of(st.integers(), st.floats(), st.booleans(), st.text()))
def test_any_answer_is_right_or_wrong(answer, due):
    assert is_right(due, answer) in (True, False)


@given(st.floats(-1e12, 1e12))
def test_a_number_is_right_as_python_writes_it(number):
    assert is_right(number, repr(number))


@given(st.floats(1e-6, 1e9), st.floats(0.011, 10))
def test_a_number_more_than_a_hundredth_off_is_wrong(number, off):
    assert not is_right(number, repr(number * (1 + off)))


def test_key(tmp_path):
    path = tmp_path / "exercises.yml"
    path.write_text("a: 1.5\nb: [1, 2]\nc: yes\n", encoding="utf-8")
    assert read_key(path) == {"a": 1.5, "b": [1, 2], "c": True}


@pytest.mark.parametrize("text", ["a: [1", None], ids=["broken", "not there"])
def test_a_broken_key_is_the_course_at_fault(tmp_path, text):
    path = tmp_path / "exercises.yml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match=r"exercises\.yml:1: "):
        read_key(path)
