"""Rounds of hidden cases: a new seed is the present one, earlier ones stay."""

import pytest

from autograder.errors import CourseError
from autograder.seed import begin_round, read_seed, read_seeds


def course(tmp_path, text):
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "seed.txt").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_new_round_keeps_the_old_ones(tmp_path):
    root = course(tmp_path, "7\n")
    new = begin_round(root)
    assert read_seeds(root) == [7, new]
    assert read_seed(root) == new


@pytest.mark.parametrize("text", ["", "seven\n", "-1\n", "7.5\n", "7 seven\n"])
def test_what_is_no_seed(tmp_path, text):
    with pytest.raises(CourseError, match="whole number"):
        read_seed(course(tmp_path, text))
