"""Time and CPU of one command, with everything that it starts."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Spent:
    """What one submission took.

    Attributes:
        wall_s: wall seconds.
        cpu_s: CPU seconds of all processes.
        start_s: wall seconds that a run takes besides, however many submissions it grades.
    """

    wall_s: float
    cpu_s: float
    start_s: float = 0.0


class FailedError(Exception):
    """A command did not do what it is timed for."""


def run(
    command: Sequence[str | Path],
    folder: Path,
    more: Mapping[str, str] | None = None,
    status: int = 0,
) -> tuple[Spent, str]:
    """What a command took, and its output.

    Args:
        command: program and arguments.
        folder: where it runs.
        more: more of the environment.
        status: the exit status it must end with.

    Raises:
        FailedError: it ended with another.
    """
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PATH": programs, **(more or {})}
    before, began = _children_cpu_s(), time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    wall_s = time.perf_counter() - began
    if done.returncode != status:
        raise FailedError(f"{command[0]}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return Spent(wall_s, _children_cpu_s() - before), done.stdout


def each_beyond(one: Spent, many: Spent, more: int) -> Spent:
    """What one submission took, from a run of one and a run of `more` besides."""
    wall_s = (many.wall_s - one.wall_s) / more
    return Spent(wall_s, (many.cpu_s - one.cpu_s) / more, max(0.0, one.wall_s - wall_s))


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
