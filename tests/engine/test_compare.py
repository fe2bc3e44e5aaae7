"""Values agree entry by entry, with equal shapes and never by broadcasting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.compare import Comparison, Difference, first_word, numeric
from autograder.outcome import Raised, Unreadable

INF, NAN = np.inf, np.nan


def differ(expected, got, *check, zeros=None, own=False):
    comparison = Comparison(1e-4, 1e-5, check or ("values",), nan_agrees=own)
    return comparison.difference(expected, got, zeros)


def all_agree(*pairs):
    """Whether the pairs agree among others that do."""
    same = np.array([[1.0, 2.0]])
    around = [(same, same, None)]
    return Comparison(1e-4, 1e-5).agree([*around, *((*pair, None) for pair in pairs), *around])


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        pytest.param([1.0, 2.0], [1.0, 2.0], id="equal"),
        pytest.param([1000.0], [1000.09], id="within the relative tolerance"),
        pytest.param([0.0], [0.9e-5], id="within the absolute tolerance"),
        pytest.param([1.0, 2.0], np.array([1, 2]), id="whole numbers for floats"),
        pytest.param([1.0, 2.0], np.array([1, 2], np.uint8), id="unsigned"),
        pytest.param([1.0, 2.0], np.array([1, 2], np.float32), id="float32"),
        pytest.param([1.0, 2.0], np.array([1, 2], np.longdouble), id="longdouble"),
        pytest.param([1.0], np.array([1 + 0j]), id="complex without an imaginary part"),
        pytest.param([INF, -INF], [INF, -INF], id="infinities"),
        pytest.param([0.0], [-0.0], id="negative zero"),
        pytest.param(3.0, 3.0, id="a number for an array without axes"),
        pytest.param(np.zeros((0, 3)), np.zeros((0, 3)), id="no entries"),
        pytest.param([1.0, 2.0], np.array([1.0, 2.0])[::-1][::-1], id="a view"),
    ],
)
def test_agrees(expected, got):
    assert differ(np.asarray(expected), np.asarray(got)) is None
    assert all_agree((np.asarray(expected), np.asarray(got)))


@pytest.mark.parametrize(
    ("expected", "got", "kind", "index"),
    [
        pytest.param([1.0, 2.0, 3.0], [1.0, 2.5, 9.0], "value", (1,), id="first wrong entry"),
        pytest.param([1.0], [1.0002], "value", (0,), id="outside the relative tolerance"),
        pytest.param([0.0], [1.2e-5], "value", (0,), id="outside the absolute tolerance"),
        pytest.param([1.0], [NAN], "nan", (0,), id="NaN for a number"),
        pytest.param([NAN], [1.0], "value", (0,), id="a number for NaN"),
        pytest.param([NAN], [NAN], "nan", (0,), id="NaN for NaN"),
        pytest.param([INF], [-INF], "value", (0,), id="the other infinity"),
        pytest.param([INF], [1e300], "value", (0,), id="large for infinity"),
        pytest.param([-INF], [-1e9], "value", (0,), id="a large stand-in for minus infinity"),
        pytest.param([1e300], [INF], "value", (0,), id="infinity for large"),
        pytest.param([1.0], [1 + 1j], "value", (0,), id="an imaginary part"),
        pytest.param([2.0, 2.0], [2.0], "shape", None, id="one entry for two"),
        pytest.param([2.0], [2.0, 2.0], "shape", None, id="two entries for one"),
        pytest.param([[2.0], [2.0]], [2.0, 2.0], "shape", None, id="an axis less"),
        pytest.param([2.0], 2.0, "shape", None, id="a number for one entry"),
        pytest.param(2.0, [2.0], "shape", None, id="one entry for a number"),
        pytest.param(np.zeros((0, 3)), np.zeros((3, 0)), "shape", None, id="empty, turned round"),
        pytest.param([1.0, 0.0], [True, False], "type", None, id="booleans"),
        pytest.param([1.0], ["1"], "type", None, id="text"),
        pytest.param([1.0], np.array([1], object), "type", None, id="objects"),
    ],
)
def test_differs(expected, got, kind, index):
    found = differ(np.asarray(expected), np.asarray(got))
    assert (found.kind, found.index) == (kind, index)
    assert not all_agree((np.asarray(expected), np.asarray(got)))


@pytest.mark.parametrize(
    "got",
    [None, True, "1.0", {"a": 1}, (1.0,), Unreadable("generator"), Raised("E", ("E",), "")],
    ids=["None", "a boolean", "text", "a dict", "a tuple", "unreadable", "an exception"],
)
def test_what_is_no_array_is_of_the_wrong_type(got):
    assert differ(np.array([1.0]), got).kind == "type"


def test_difference_tells_both_sides():
    found = differ(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [7.0, 4.0]]))
    assert found == Difference("value", (1, 0), 3.0, 7.0)


def test_shapes_are_told_before_values():
    found = differ(np.ones((2, 3)), np.zeros((3, 2)))
    assert (found.expected, found.got) == ((2, 3), (3, 2))


def test_nan_agrees_with_nan_only_from_own_values():
    expected = np.array([NAN, 1.0])
    assert differ(expected, np.array([NAN, 1.0]), own=True) is None
    assert differ(expected, np.array([1.0, NAN]), own=True).index == (0,)


@pytest.mark.parametrize(
    ("got", "kind"),
    [
        pytest.param([1.0, 0.0], None, id="exact"),
        pytest.param([1.0, -0.0], None, id="negative zero is zero"),
        pytest.param([1.0, 1e-300], "zero", id="tiny is not zero"),
        pytest.param([1.0, 1.0], "value", id="far off"),
        pytest.param([1.0, NAN], "nan", id="NaN"),
        pytest.param([1.000001, 0.0], None, id="elsewhere near is enough"),
    ],
)
def test_exact_zeroes_are_exact(got, kind):
    found = differ(np.array([1.0, 0.0]), np.array(got), zeros=np.array([False, True]))
    assert (found and found.kind) == kind


@pytest.mark.parametrize(
    ("shape", "fits"),
    [((2, 3, 3), True), ((1, 3, 3), True), ((3, 3), True), ((2, 1, 3), True), ((), True),
     ((2, 3), False), ((3, 2, 3, 3), False), ((2, 3, 1, 3), False)],
    ids=str,
)  # fmt: skip
def test_broadcast_takes_any_shape_that_stands_for_the_whole(shape, fits):
    found = differ(np.zeros((2, 3, 3)), np.zeros(shape), "broadcast")
    assert (found is None) == fits
    assert fits or found.kind == "shape"


def test_broadcast_differs_by_value_at_a_place_of_the_whole():
    assert differ(np.zeros((2, 2)), np.array([0.0, 1.0]), "broadcast").index == (0, 1)


@pytest.mark.parametrize(
    ("got", "kind"),
    [
        pytest.param(5, None, id="int"),
        pytest.param(np.asarray(5, np.int32), None, id="an array without axes"),
        pytest.param(np.asarray(5, np.uint16), None, id="unsigned"),
        pytest.param(6, "value", id="wrong"),
        pytest.param(5.0, "type", id="float"),
        pytest.param(np.asarray(5.0), "type", id="a float array"),
        pytest.param(True, "type", id="a boolean"),
        pytest.param(np.array([5]), "type", id="an array of one"),
        pytest.param("5", "type", id="text"),
        pytest.param(None, "type", id="None"),
        pytest.param((5,), "type", id="a tuple"),
    ],
)
def test_integer(got, kind):
    found = differ(5, got, "integer")
    assert (found and found.kind) == kind


def test_a_boolean_is_not_the_integer_one():
    assert differ(1, True, "integer").kind == "type"


SHAPES = {"A": (2, 3), "x": (3,)}


@pytest.mark.parametrize(
    ("got", "kind", "key"),
    [
        pytest.param({"A": (2, 3), "x": (3,)}, None, None, id="right"),
        pytest.param({"A": (2, 3), "x": (3,), "z": 1}, None, None, id="extra keys"),
        pytest.param({"A": np.array([2, 3]), "x": (3,)}, None, None, id="an array for a tuple"),
        pytest.param({"A": (3, 2), "x": (3,)}, "value", "A", id="turned round"),
        pytest.param({"A": (2, 3)}, "keys", "x", id="a key less"),
        pytest.param({"A": (2, 3), "x": 3}, "type", "x", id="a number for a tuple"),
        pytest.param({"A": (2.0, 3.0), "x": (3,)}, "type", "A", id="floats"),
        pytest.param({"A": (2, True), "x": (3,)}, "type", "A", id="a boolean"),
        pytest.param({"A": "(2, 3)", "x": (3,)}, "type", "A", id="text"),
        pytest.param({"A": (2, 3, 1), "x": (3,)}, "value", "A", id="an axis more"),
        pytest.param(((2, 3), (3,)), "type", None, id="no dict"),
        pytest.param(None, "type", None, id="None"),
    ],
)
def test_dict_of_shapes(got, kind, key):
    found = differ(SHAPES, got, "shapes")
    assert (found and (found.kind, found.key)) == (kind and (kind, key))


def test_an_empty_shape_agrees_with_an_empty_array():
    assert differ({"s": ()}, {"s": np.array([])}, "shapes") is None


@pytest.mark.parametrize(
    ("kinds", "text", "right"),
    [
        pytest.param(("ValueError",), "W_Q is too wide", True, id="the word"),
        pytest.param(("ValueError",), "'W_Q' is too wide", True, id="quoted"),
        pytest.param(("ValueError",), '"W_Q": too wide', True, id="quoted twice"),
        pytest.param(("ValueError",), "`W_Q`, too wide", True, id="in backticks"),
        pytest.param(("ValueError",), "W_Q", True, id="the word alone"),
        pytest.param(("ValueError",), "W_Q.shape is (3, 2)", True, id="followed by a point"),
        pytest.param(("OwnError", "ValueError"), "W_Q is too wide", True, id="a subclass"),
        pytest.param(("ValueError",), "W_K is too wide", False, id="another word"),
        pytest.param(("ValueError",), "W_Q2 is too wide", False, id="a longer word"),
        pytest.param(("ValueError",), "w_q is too wide", False, id="in lower case"),
        pytest.param(("ValueError",), "the width of W_Q", False, id="not at the beginning"),
        pytest.param(("ValueError",), "", False, id="no text"),
        pytest.param(("TypeError",), "W_Q is too wide", False, id="another type"),
    ],
)
def test_refusal_by_type_and_first_word(kinds, text, right):
    found = differ(ValueError("W_Q needs 2 axes"), Raised(kinds[0], kinds, text), "raises")
    assert (found is None) == right
    assert right or found.kind == "refusal"


def test_refusal_where_none_is_due():
    assert differ(None, None, "raises") is None
    assert differ(None, Raised("ValueError", ("ValueError",), "A"), "raises").kind == "refusal"


def test_no_refusal_where_one_is_due():
    assert differ(ValueError("A"), None, "raises").kind == "refusal"


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [("Q", "Q", True), (None, None, True), ("Q", "K", False), (None, "Q", False),
     ("Q", None, False), ("Q", np.array([1.0, 2.0]), False), (True, True, True), (True, 1, False)],
    ids=str,
)  # fmt: skip
def test_plain_answers(expected, got, same):
    assert (differ(expected, got, "share") is None) == same


@pytest.mark.parametrize(
    ("text", "word"),
    [("X is", "X"), ("'X' is", "X"), ("“W_O”", "W_O"), ("  X", "X"), ("", ""), ("—", "")],
)
def test_first_word(text, word):
    assert first_word(text) == word


ARRAYS = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
    elements=st.floats(-1e6, 1e6),
)


@given(ARRAYS)
def test_every_array_of_numbers_agrees_with_itself(array):
    assert differ(array, array.copy()) is None


@given(ARRAYS, ARRAYS)
def test_unequal_shapes_never_agree(one, other):
    if one.shape != other.shape:
        assert differ(one, other).kind == "shape"


@given(ARRAYS.filter(lambda array: array.size > 0), st.data())
def test_one_wrong_entry_is_found_at_its_place(array, data):
    index = tuple(data.draw(st.integers(0, size - 1)) for size in array.shape)
    wrong = array.copy()
    wrong[index] += 1 + abs(array[index])
    assert differ(array, wrong).index == (index or None)
    assert not all_agree((array, wrong))


def test_values_that_agree_only_with_each_other_do_not_agree():
    one, other = np.array([1.0, 2.0]), np.array([3.0])
    assert not all_agree((one, other), (other, one))


def test_of_many_pairs_each_is_held_to_its_exact_zeroes():
    zeros = np.array([True, False])
    pairs = [(np.array([0.0, 1.0]), np.array([got, 1.0]), zeros) for got in (0.0, 1e-9)]
    compare = Comparison(1e-4, 1e-5)
    assert compare.agree(pairs[:1] * 3)
    assert not compare.agree([pairs[0], pairs[1], pairs[0]])


def test_of_many_pairs_one_may_stand_for_the_whole():
    pair = (np.zeros((2, 3)), np.zeros(3), None)
    assert Comparison(1e-4, 1e-5, ("broadcast",)).agree([pair, pair])
    assert not Comparison(1e-4, 1e-5).agree([pair, pair])


@given(
    st.one_of(
        st.none(), st.booleans(), st.text(), st.binary(), st.dictionaries(st.text(), st.integers())
    )
)
def test_what_is_no_number_is_none_and_never_fails(value):
    assert numeric(value) is None
