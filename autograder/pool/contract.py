"""What every pool keeps to."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType
from typing import Protocol

from autograder.errors import HarnessError
from autograder.handed_in import HandedIn
from autograder.limits import Isolation
from autograder.result import StageResult

TRIES = 2
"""So often a stage is graded that ended the process that graded it."""


class Lost(HarnessError):
    """Every process that graded this stage died over it."""


class Pool(Protocol):
    """Where stages are graded, all at one isolation level; a context manager.

    Left by an exception, it ends at once what is still being graded.
    """

    @property
    def level(self) -> Isolation:
        """The isolation level in force everywhere."""

    @property
    def room(self) -> int:
        """How many stages it is worth submitting before the first of them is done."""

    def submit(self, handed_in: HandedIn) -> Future[StageResult]:
        """The result to come.

        It is `Lost` where it ended its processes; any other exception is to end the run.
        """

    def __enter__(self) -> Pool: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
