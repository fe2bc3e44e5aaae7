"""What a session needs of the process behind it, whoever started that process."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Protocol

from autograder.worker.channel import Channel


@dataclass(frozen=True)
class End:
    """How a process ended.

    Attributes:
        status: its exit status, or minus the number of the signal that ended it.
        cpu_s: CPU seconds it used in all; 0.0 where unknown.
        peak_mb: the most memory it held; 0.0 where unknown.
    """

    status: int
    cpu_s: float = 0.0
    peak_mb: float = 0.0


class Process(Protocol):
    """One started worker."""

    @property
    def channel(self) -> Channel:
        """The bytes to and from it."""

    def cpu_s(self) -> float | None:
        """CPU seconds used so far, or None where that cannot be told."""

    def wait(self, timeout_s: float) -> End | None:
        """Wait for its end; None when it still runs after `timeout_s`."""

    def kill(self) -> End:
        """End it and everything it started, and wait until that is so.

        Raises:
            HarnessError: it cannot be ended.
        """


def cpu_clock_s(pid: int) -> float | None:
    """CPU seconds of a process, read from its own clock; None where that cannot be told."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None
