"""Public files: what is written comes back the same."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.authoring import given as given_function
from autograder.course import Object
from autograder.given import Given
from autograder.public import decode, encode, objects_of, recorded


def back(value):
    return decode(json.loads(json.dumps(encode(value), allow_nan=False)))


def same(one, other):
    if isinstance(one, np.ndarray):
        alike = one.dtype == other.dtype and one.shape == other.shape
        return alike and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, (tuple, list)):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return type(one) is type(other) and (one == other or (one != one and other != other))


ARRAYS = hnp.arrays(
    st.sampled_from([np.float64, np.float32, np.int64, np.int32, np.bool_]),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
)
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**60), 2**60), st.floats(), st.text(), ARRAYS
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(VALUES)
def test_every_value_comes_back_the_same(value):
    assert same(value, back(value))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0, 2), ()], ids=str)
def test_arrays_without_entries_keep_their_shape(shape):
    assert back(np.zeros(shape)).shape == shape


def test_an_exception_comes_back_by_type_and_text():
    made = back(ValueError("A needs two axes"))
    assert (type(made), str(made)) == (ValueError, "A needs two axes")


@pytest.mark.parametrize("kind", ["SystemExit", "KeyboardInterrupt", "NoSuchError"])
def test_a_name_that_is_no_exception_makes_none(kind):
    assert type(decode({"raises": kind, "text": "x"})) is ValueError


def test_a_given_function_is_that_of_the_file_beside_the_examples(tmp_path):
    stage = tmp_path / "assignments" / "sums"
    copy = tmp_path / "elsewhere"
    for folder, factor in ((stage, 2), (copy, 3)):
        folder.mkdir(parents=True)
        (folder / "more.py").write_text(f"def times(x):\n    return {factor} * x\n")
    made = given_function(str(tmp_path / "solutions" / "sums" / "public.py"), "more.py", "times")
    assert made(5) == 10
    read = decode(json.loads(json.dumps(encode({"f": made}))), copy)
    assert read == {"f": Given(copy, "more.py", "times")}
    assert read["f"](5) == 15


def test_a_question_moved_by_rounding_is_answered():
    asked = np.array([1.0, 2.0]) / 3
    ask = back(recorded(lambda x: 10 * x, [((asked,), {}), ((np.ones(2),), {})]))
    assert np.array_equal(ask(asked.astype(np.float32)), 10 * asked)
    assert not ask.was_asked_more


@pytest.mark.parametrize("question", [np.full(2, 2e-6), np.full(2, 0.1), np.array(["a", "b"])])
def test_one_that_could_be_either_or_neither_is_not(question):
    ask = back(recorded(lambda x: x.sum(), [((np.full(2, x),), {}) for x in (-1e-6, 1e-6)]))
    assert ask(np.full(2, 1e-6)) == 2e-6
    with pytest.raises(LookupError):
        ask(question)
    assert ask.was_asked_more


def test_what_a_newer_course_says_of_an_object_is_passed_over():
    item = {"name": "x", "call": "f", "points": 1.0, "needs": [], "check": ["values"], "new": 3}
    assert objects_of({"objects": [item]}) == [Object("x", "f", 1.0)]
