"""One launcher a level for the whole run, and a way to call a piece of student code."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from autograder.errors import IsolationError
from autograder.outcome import Outcome
from autograder.worker import Launcher, Limits, Session

LIMITS = Limits(
    call_cpu_s=5,
    call_wall_s=20,
    stage_cpu_s=20,
    stage_wall_s=60,
    memory_mb=256,
    callback_calls=50,
    callback_numbers=1000,
)

Open = Callable[..., Session]
Call = Callable[..., Outcome]


@pytest.fixture(scope="session")
def launchers() -> Iterator[Callable[[str], Launcher]]:
    """Give the launcher of a level, or skip where this machine cannot have that level."""
    made: dict[str, Launcher | str] = {}

    def get(level: Any) -> Launcher:
        if level not in made:
            try:
                made[level] = Launcher(level)
            except IsolationError as error:
                made[level] = str(error)
        launcher = made[level]
        if isinstance(launcher, str):
            pytest.skip(launcher)
        return launcher

    yield get
    for launcher in made.values():
        if isinstance(launcher, Launcher):
            launcher.close()


@pytest.fixture(params=["strong", "confined", "limits"])
def launcher(request: pytest.FixtureRequest, launchers: Callable[[str], Launcher]) -> Launcher:
    """Give a launcher of each level in turn."""
    return launchers(request.param)


@pytest.fixture(params=["strong", "confined"])
def sandbox(request: pytest.FixtureRequest, launchers: Callable[[str], Launcher]) -> Launcher:
    """Give a launcher of each level that is a sandbox."""
    return launchers(request.param)


@pytest.fixture
def best(launchers: Callable[[str], Launcher]) -> Launcher:
    """Give a launcher of the strongest level here."""
    return launchers("auto")


def session(launcher: Launcher, source: str | bytes, **limits: float) -> Session:
    """Open a session on a file `work.py`, imported as `work`."""
    if isinstance(source, str):
        source = textwrap.dedent(source).encode()
    return launcher.session(source, "work", "work.py", replace(LIMITS, **limits))


@pytest.fixture
def opened(best: Launcher) -> Iterator[Open]:
    """Give a function that opens sessions at the strongest level, closed after the test."""
    sessions: list[Session] = []

    def opens(source: str | bytes, **limits: float) -> Session:
        sessions.append(session(best, source, **limits))
        return sessions[-1]

    yield opens
    for each in sessions:
        each.close()


@pytest.fixture
def call(opened: Open) -> Call:
    """Give a function that calls `f` of a source once, at the strongest level."""

    def calls(source: str, *args: Any, returns: Any = "one", **kwargs: Any) -> Outcome:
        return opened(source).call("f", args, kwargs, returns)

    return calls


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is Linux's")
