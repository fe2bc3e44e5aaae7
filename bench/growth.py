"""How time a submission and the memory of the grader grow with the class."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from bench.hand_in import HERE, hand_in
from bench.own_course import AUTOGRADER

LOOK_S = 0.05


def grown(place: Path, sizes: Sequence[int], tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """For each size of a class: wall seconds, and the most memory the grader itself held, in MB.

    Args:
        place: where submissions are made.
        sizes: how many.
        tell: told what is going on.
    """
    found = []
    for size in sizes:
        tell(f"a class of {size}")
        hand_in(place / "submitted", size)
        command = [AUTOGRADER, "grade", place / "submitted", "--course", HERE / "course"]
        command += ["--json", place / "report.json", "--isolation", "strong", "--fresh"]
        began, peak = time.perf_counter(), 0
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        ) as grader:
            process = psutil.Process(grader.pid)
            while grader.poll() is None:
                peak = max(peak, _rss(process))
                time.sleep(LOOK_S)
        wall_s = time.perf_counter() - began
        if grader.returncode != 1:
            raise RuntimeError(f"a class of {size}: exit status {grader.returncode}")
        told = {"submissions": size, "wall_s": round(wall_s, 3), "rss_mb": round(peak / 2**20, 1)}
        found.append(told)
    return found


def _rss(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
