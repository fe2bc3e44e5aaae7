"""The time that a worker may use: for one call, and in all."""

from __future__ import annotations

import time
from typing import NoReturn

from autograder.limits import Limits
from autograder.outcome import Died
from autograder.words import say
from autograder.worker.process import Process

_POLL_S = 0.02


class EndedError(Exception):
    """The worker is dead, or must die now."""

    def __init__(self, died: Died) -> None:
        super().__init__(died)
        self.died = died


class Clock:
    """Time left to one call, and to the session as a whole."""

    def __init__(self, limits: Limits, process: Process) -> None:
        self._limits = limits
        self._process = process
        self.wall_s = 0.0
        self.cpu_s = 0.0
        self._cpu_before = 0.0
        self._began = self._cpu_at_start = self._next_look = 0.0

    def zero(self) -> None:
        """Leave out what the process used to come up."""
        self._cpu_before = self._process.cpu_s() or 0.0

    def start(self) -> None:
        """Begin a call."""
        self._began = time.monotonic()
        self._cpu_at_start = self.cpu_s  # a worker that waits for its next call uses none
        left = min(self._limits.call_cpu_s, self._limits.stage_cpu_s - self.cpu_s)
        self._next_look = self._began + max(0.0, left)

    def stop(self) -> None:
        """End a call."""
        self.wall_s += time.monotonic() - self._began
        self.cpu_s = self._cpu_now()

    def spend(self, cpu_s: float, wall_s: float) -> None:
        """Count time that was used elsewhere."""
        self.wall_s += wall_s
        self.cpu_s += cpu_s
        self._cpu_before -= cpu_s

    def _cpu_now(self) -> float:
        now = self._process.cpu_s()
        return self.cpu_s if now is None else max(0.0, now - self._cpu_before)

    def _cpu_left(self) -> float:
        now = self._cpu_now()
        limits = self._limits
        return min(limits.call_cpu_s - (now - self._cpu_at_start), limits.stage_cpu_s - now)

    def _wall_limit(self) -> float:
        return min(self._limits.call_wall_s, self._limits.stage_wall_s - self.wall_s)

    def next_look(self) -> float:
        """When to call `look` next, by the monotonic clock."""
        return min(self._began + self._wall_limit(), self._next_look)

    def look(self) -> None:
        """Raise `EndedError` where the time is up."""
        now = time.monotonic()
        limits = self._limits
        if now >= self._began + self._wall_limit():
            whole = limits.stage_wall_s - self.wall_s < limits.call_wall_s
            self._time_out(
                limits.stage_wall_s if whole else limits.call_wall_s, whole, "ended.time"
            )
        if now >= self._next_look:
            if self._cpu_left() <= 0:
                whole = self._cpu_now() >= limits.stage_cpu_s
                self._time_out(
                    limits.stage_cpu_s if whole else limits.call_cpu_s, whole, "ended.cpu_time"
                )
            # one thread cannot use more CPU than time passes; several, where allowed, are polled
            self._next_look = now + max(_POLL_S, self._cpu_left() / 2)

    def _time_out(self, limit_s: float, whole: bool, what: str) -> NoReturn:
        said = say(f"{what}_in_all" if whole else what, limit=f"{limit_s:.3g}")
        raise EndedError(Died("time_out", said))
