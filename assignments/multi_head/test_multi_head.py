"""The public tests of this stage, one an object: run `pytest` in this folder."""

from autograder.testing import object_tests

test_object = object_tests(__file__)
