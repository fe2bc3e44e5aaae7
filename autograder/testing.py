"""The public tests of a stage for pytest: a test an object, what waits for a fault is skipped."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from autograder.check import check_stage
from autograder.public import read_public
from autograder.result import StageResult, Status


def object_tests(test_file: str) -> Callable[[str], None]:
    """A parametrised test function for the stage folder that a test file stands in.

    Args:
        test_file: `__file__` of the module that takes the function as its `test_object`.
    """
    folder = Path(test_file).parent
    public = read_public(folder)
    names = [item["name"] for call in public.calls for item in call["objects"]]

    @pytest.mark.parametrize("name", names)
    def test_object(name: str) -> None:
        result = _result(folder)
        item = next(item for item in result.objects if item.name == name)
        if result.error is not None and item is result.objects[0]:
            pytest.fail(result.error, pytrace=False)
        if item.status is Status.NOT_JUDGED:
            pytest.skip(item.message)
        if item.status is not Status.CORRECT:
            pytest.fail(f"{name}: {item.message}", pytrace=False)

    return test_object


@cache
def _result(folder: Path) -> StageResult:
    return check_stage(folder).result
