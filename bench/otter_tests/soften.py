"""Checks of `soften` for otter-grader."""

from checks import check
from otter.test_files import test_case

OK_FORMAT = False
name = "soften"
points = None


@test_case(points=1, hidden=True)
def test_first(env):
    check(env[name], 0)


@test_case(points=1, hidden=True)
def test_second(env):
    check(env[name], 1)


@test_case(points=1, hidden=True)
def test_third(env):
    check(env[name], 2)
