"""What a call gave for each object, and which argument it changed."""

import numpy as np
import pytest

from autograder.course import Object
from autograder.outcome import Returned, Unreadable
from autograder.values import changed_argument, values_by_object

MADE = (Object("low", "spread", 1), Object("high", "spread", 1))


def values(value, returns="sequence", order=("high", "low")):
    return values_by_object(returns, MADE, Returned(value), order)


def test_a_sequence_is_read_in_the_order_it_is_returned_in():
    assert values((9.0, 1.0)) == {"high": 9.0, "low": 1.0}
    assert values((9.0,)) == {"high": 9.0}
    assert values((9.0, 1.0, 5.0)) == {"high": 9.0, "low": 1.0}


def test_what_is_no_sequence_stands_for_the_first_object():
    made = values(3.0)
    assert made == {"low": Unreadable("float, where a tuple is due")}


def changed(before, after):
    found = changed_argument((before,), {}, Returned(None, (after,), {}))
    return found and (found.kind, found.index, found.expected, found.got)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param([1, 2], [1, 2], None, id="as it was"),
        pytest.param([1, 2], (1, 2), None, id="read as a tuple"),
        pytest.param([1, 2], [1, 2, 0], ("shape", None, (2,), (3,)), id="longer"),
        pytest.param([1, 2], [], ("shape", None, (2,), (0,)), id="emptied"),
        pytest.param([1, 2], [1, np.array(5)], ("value", (1,), 2, 5), id="an entry"),
        pytest.param(
            [1, 2], [1, "2"], ("value", None, "numbers", "something else"), id="no number"
        ),
        pytest.param(
            [1, 2], [1, (2, 3)], ("value", None, "numbers", "something else"), id="nested"
        ),
    ],
)
def test_a_changed_list(before, after, told):
    assert changed(before, after) == told


def test_a_changed_array():
    assert changed(np.array([1.0, np.nan]), np.array([1.0, np.nan])) is None
    assert changed(np.zeros((2, 2)), np.eye(2)) == ("value", (0, 0), 0.0, 1.0)
