"""The name that was meant by one that is not known."""

import pytest

from autograder.near import did_you_mean, nearest

KNOWN = ("scores", "softmax", "W_O")


@pytest.mark.parametrize(
    ("name", "meant"), [("skores", "scores"), ("Softmax", "softmax"), ("w_o", "W_O")]
)
def test_the_nearest_is_asked_after(name, meant):
    assert nearest(name, KNOWN) == meant
    assert did_you_mean(name, KNOWN) == f" (did you mean {meant}?)"


def test_nothing_is_asked_where_none_is_near():
    assert nearest("gradients", KNOWN) is None
    assert did_you_mean("gradients", KNOWN) == ""
