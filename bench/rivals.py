"""The graders that are compared, each on the same files: what one submission takes with each."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from pathlib import Path

from bench.hand_in import FAULTY, HERE, SOUND, hand_in
from bench.spent import FailedError, Spent, run

ROOT = HERE.parent
PYTHON = Path(sys.executable)
OTTER = ROOT / "build" / "otter" / "bin" / "otter"
IN_A_RUN = 40


class Rival(ABC):
    """One way to grade.

    Args:
        place: a folder of its own to work in.
    """

    name: str

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir(parents=True, exist_ok=True)

    def missing(self) -> str | None:
        """Why it cannot be had here, if so."""
        return None

    @abstractmethod
    def prepare(self) -> None:
        """Do what comes once, and fail where the faulty file is not found out."""

    @abstractmethod
    def once(self) -> Spent:
        """What one submission took, this time."""


class Floor(Rival):
    """A warm process forks, runs the file, compares; no isolation, no diagnosis."""

    name = "the floor"

    def prepare(self) -> None:
        """See `Rival.prepare`."""
        self._grade(FAULTY, 6)

    def once(self) -> Spent:
        """See `Rival.once`."""
        return self._grade(SOUND, 12)

    def _grade(self, file: Path, passed: int) -> Spent:
        told = json.loads(run([PYTHON, HERE / "floor.py", *[file] * IN_A_RUN], self.place)[1])
        if told["passed"] != passed:
            raise FailedError(f"the floor: {told}")
        return Spent(told["wall_s"], told["cpu_s"])


class Ours(Rival):
    """This grader, isolation strong, in one warm process."""

    name = "this grader"
    file, points = SOUND, 12

    def prepare(self) -> None:
        """See `Rival.prepare`."""
        self._folders = hand_in(self.place / "submitted", IN_A_RUN, (self.file,))

    def once(self) -> Spent:
        """See `Rival.once`."""
        told = json.loads(run([PYTHON, "-m", "bench.ours", *self._folders], ROOT)[1])
        if told["points"] != self.points:
            raise FailedError(f"this grader: {told}")
        return Spent(told["wall_s"], told["cpu_s"])


class OursFaulty(Ours):
    """The same on the faulty file, whose fault it explains."""

    name = "this grader, a faulty submission, its cause named"
    file, points = FAULTY, 9


class Fresh(Rival):
    """A new process with NumPy."""

    name = "a fresh Python + NumPy process"

    def prepare(self) -> None:
        """See `Rival.prepare`."""
        run([PYTHON, HERE / "fresh.py", FAULTY], self.place, status=1)

    def once(self) -> Spent:
        """See `Rival.once`."""
        return run([PYTHON, HERE / "fresh.py", SOUND], self.place)[0]


class Pytest(Rival):
    """pytest in a new process."""

    name = "pytest, a new process"

    def prepare(self) -> None:
        """See `Rival.prepare`."""
        self._grade(FAULTY, 1)

    def once(self) -> Spent:
        """See `Rival.once`."""
        return self._grade(SOUND, 0)

    def _grade(self, file: Path, status: int) -> Spent:
        command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
        command += ["--rootdir", HERE, HERE / "test_head.py"]
        return run(command, HERE, {"STUDENT": str(file)}, status)[0]


class Otter(Rival):
    """`otter run`, which grades one file outside a container."""

    name = "otter-grader, otter run"

    def missing(self) -> str | None:
        """See `Rival.missing`."""
        return None if OTTER.exists() else "otter-grader is not installed (make bench does that)"

    def prepare(self) -> None:
        """Pack the tests."""
        (self.place / "out").mkdir(exist_ok=True)
        run([OTTER, "generate", "-t", HERE / "otter_tests", "-o", "head.zip"], self.place)
        self._grade(FAULTY, 6)

    def once(self) -> Spent:
        """See `Rival.once`."""
        return self._grade(SOUND, 12)

    def _grade(self, file: Path, points: int) -> Spent:
        command = [OTTER, "run", file, "-a", "head.zip", "-o", "out", "--no-logo"]
        spent = run(command, self.place, {"PYTHONPATH": str(HERE)})[0]
        tests = json.loads((self.place / "out" / "results.json").read_text())["tests"]
        if sum(test.get("score", 0) for test in tests) != points:
            raise FailedError(f"otter run: {tests}")
        return spent
