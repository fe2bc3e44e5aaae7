"""The small course that the engine is tested with, and one grader for the whole session."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from autograder.course import Call, Course
from autograder.course_file import read_course
from autograder.diagnosis import diagnose
from autograder.finding import Finding, Run
from autograder.grading import Grader
from autograder.outcome import Outcome, Raised, Returned
from autograder.record import record_public
from autograder.reference import Reference, Unavailable

settings.register_profile("calm", deadline=None)  # no test hangs on how busy the machine is
settings.load_profile("calm")

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "courses" / "least_squares"

Functions = Mapping[str, Callable[..., Any]]
Judge = Callable[..., dict[str, Finding]]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def small() -> Path:
    """The folder of the small course."""
    return SMALL


@pytest.fixture(scope="session")
def copy_small() -> Callable[[Path], Path]:
    """Copies the small course, without its submissions and what runs left there; gives the copy."""

    def copy_small(root: Path) -> Path:
        left_out = shutil.ignore_patterns("__pycache__", ".autograder", "submissions")
        return Path(shutil.copytree(SMALL, root, ignore=left_out))

    return copy_small


@pytest.fixture(scope="session")
def course() -> Course:
    return read_course(SMALL)


@pytest.fixture(scope="session")
def references(course: Course) -> dict[str, Reference]:
    """The references of the small course by stage."""
    return {name: Reference(course, stage, seed=20) for name, stage in course.stages.items()}


@pytest.fixture(scope="session")
def grader(course: Course) -> Iterator[Grader]:
    with Grader(course) as made:
        yield made


@pytest.fixture(scope="session")
def recorded(copy_small: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the small course with its public files; not to be written to."""
    copied = copy_small(tmp_path_factory.mktemp("recorded") / "course")
    record_public(read_course(copied))
    return copied


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Findings on functions called in this very process, each on all its cases."""

    def judge(
        reference: Reference, functions: Functions, change: Callable[[Run], Run] = lambda run: run
    ) -> dict[str, Finding]:
        runs = {
            call.function: change(run_of(reference, call, functions))
            for call in reference.stage.calls
        }

        def ask(function: str, args: tuple[Any, ...]) -> Any:
            try:
                return functions[function](*args)
            except Exception:  # noqa: BLE001 - whatever it raised, there is no value
                raise Unavailable(function) from None

        return diagnose(reference, runs, ask)

    return judge


def run_of(reference: Reference, call: Call, functions: Functions) -> Run:
    """What comes of all calls of one function."""
    cases, relations = reference.cases(call), reference.relations(call)
    return Run(
        call=call,
        cases=cases,
        outcomes=tuple(outcome(functions, call.function, case) for case in cases),
        relations=relations,
        related=tuple(outcome(functions, call.function, case) for case in relations),
    )


def outcome(functions: Functions, function: str, case: Any) -> Outcome:
    """What comes of one call, as a worker would tell it."""
    args, kwargs = copy.deepcopy((case.args, case.kwargs))
    try:
        with np.errstate(all="ignore"):
            value = functions[function](*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - whatever it raised is the outcome
        kinds = tuple(kind.__name__ for kind in type(error).__mro__)
        return Raised(kinds[0], kinds, str(error), args=args, kwargs=kwargs)
    return Returned(value, args, kwargs)
