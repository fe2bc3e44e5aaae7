"""The public tests of a stage for pytest: a test an object, what waits for a fault is skipped.

One more test stands for the exercises: it is skipped, and says so, while one has no answer. None is
ever failed for them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from autograder.check import Answered, Checked, check_stage
from autograder.public import read_public
from autograder.result import Status


def object_tests(test_file: str) -> Callable[[str], None]:
    """A parametrised test function for the stage folder that a test file stands in.

    Args:
        test_file: `__file__` of the module that takes the function as its `test_object`.
    """
    folder = Path(test_file).parent
    public = read_public(folder)
    names = [item.name for item in public.objects]

    @pytest.mark.parametrize("name", [*names, *(["exercises"] if public.exercises else [])])
    def test_object(name: str) -> None:
        checked = _checked(folder)
        if name not in names:
            _skip_unless_complete(checked.exercises)
            return
        result = checked.result
        item = next(item for item in result.objects if item.name == name)
        if result.error is not None and item is result.objects[0]:
            pytest.fail(result.error, pytrace=False)
        if item.status is Status.NOT_JUDGED:
            pytest.skip(item.message)
        if item.status is not Status.CORRECT:
            pytest.fail(f"{name}: {item.message}", pytrace=False)

    return test_object


def _skip_unless_complete(exercises: Answered | None) -> None:
    if exercises is not None and not exercises.is_complete:
        pytest.skip(exercises.told)


@cache
def _checked(folder: Path) -> Checked:
    checked = check_stage(folder)
    sys.stderr.write(checked.printed)
    return checked
