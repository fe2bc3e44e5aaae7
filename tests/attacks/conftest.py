"""One grader for all attacks, on a copy of the course that nobody else writes to."""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.course_file import read_course
from autograder.errors import IsolationError
from autograder.grading import Grader

from .world import PACKAGE, Services

PR_SET_CHILD_SUBREAPER = 36
HONEST = PACKAGE / "tests" / "submissions" / "demo" / "ada"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if sys.platform == "linux":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="the sandbox is Linux's"))


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course, copied."""
    root = tmp_path_factory.mktemp("attacked") / "course"
    root.mkdir()
    shutil.copy(PACKAGE / "course.yml", root)
    for name in ("assignments", "solutions"):
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(PACKAGE / name, root / name, ignore=ignored)
    return read_course(root)


@pytest.fixture(scope="session")
def _orphans_come_here() -> Iterator[None]:
    """A daemon that outlives its parent then stays in sight, as a process below this one."""
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture(scope="session")
def grader(course: Course, _orphans_come_here: None) -> Iterator[Grader]:
    """The grader at the strongest isolation here."""
    with Grader(course) as made:
        if made.isolation == "limits":
            pytest.skip("no isolation holds on this machine")
        for stage in course.stages:
            made.reference(stage).prepare()
        yield made


@pytest.fixture(scope="session")
def unprotected(course: Course, grader: Grader) -> Iterator[Grader]:
    """A grader without a sandbox, under which attacks must reach their goal."""
    assert grader.isolation != "limits"
    try:
        with Grader(course, "limits") as made:
            yield made
    except IsolationError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Services that attacks try to reach."""
    made = Services(tmp_path_factory.mktemp("services"))
    yield made
    made.close()
