"""Points from verdicts: the whole table, and what holds for any share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.course import Object
from autograder.finding import Finding
from autograder.marks import points
from autograder.result import Status


def finding(status, worth=4.0, share=None):
    return Finding(Object("x", "solve", worth), status, "right", share=share)


@pytest.mark.parametrize(
    ("status", "carried", "earned"),
    [
        (Status.CORRECT, 1.0, 4), (Status.CORRECT, 0.0, 4),
        (Status.FOLLOWS, 1.0, 4), (Status.FOLLOWS, 0.5, 2), (Status.FOLLOWS, 0.0, 0),
        (Status.INCORRECT, 1.0, 0), (Status.MISSING, 1.0, 0), (Status.NOT_JUDGED, 1.0, 0),
    ],
)  # fmt: skip
def test_points(status, carried, earned):
    assert points(finding(status), carried) == earned


@pytest.mark.parametrize(("share", "earned"), [(0.0, 0), (0.25, 1), (1 / 3, 1.3333), (None, 0)])
def test_a_share_of_the_answers(share, earned):
    assert points(finding(Status.INCORRECT, share=share), 1.0) == earned


@given(st.sampled_from(Status), st.floats(0, 100), st.floats(0, 1), st.none() | st.floats(0, 1))
def test_no_verdict_earns_more_than_correct_or_less_than_nothing(status, worth, carried, share):
    most = points(finding(Status.CORRECT, worth), carried)
    assert 0 <= points(finding(status, worth, share), carried) <= most
