"""A worker started afresh by exec, on any system: limits, but no sandbox."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.worker import view
from autograder.worker.channel import PipeChannel
from autograder.worker.process import End, cpu_clock_s

# Where there are no sessions, this keeps Ctrl-C in the terminal from reaching a worker.
_OWN_GROUP = int(getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0))


class SpawnedProcess:
    """A worker of its own; see `process.Process`.

    Args:
        limits: what it may use.
        output: the descriptor that gets what it prints; None: nobody does.
    """

    def __init__(self, limits: Limits, output: int | None) -> None:
        task = {
            "role": "alone",
            "memory_mb": limits.memory_mb,
            "cpu_s": math.ceil(limits.stage_cpu_s) + 2,
            "show": output is not None,
        }
        try:
            self._popen = subprocess.Popen(
                view.command(task),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if output is None else output,
                env=view.environment(),
                start_new_session=True,
                creationflags=_OWN_GROUP,
            )
        except OSError as error:
            raise HarnessError(f"no worker can be started: {error}") from None
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self.channel = PipeChannel(self._popen.stdin, self._popen.stdout)
        self._cpu_s = 0.0

    def cpu_s(self) -> float | None:
        """CPU seconds used so far, or None where that cannot be told."""
        if self._popen.poll() is None:
            now = cpu_clock_s(self._popen.pid)
            if now is None:
                return None
            self._cpu_s = now
        return self._cpu_s

    def wait(self, timeout_s: float) -> End | None:
        """Wait for its end; None when it still runs after `timeout_s`."""
        try:
            return End(self._popen.wait(timeout_s), self._cpu_s)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> End:
        """End it and the processes of its group."""
        self.cpu_s()
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                program = ["taskkill", "/T", "/F", "/PID", str(self._popen.pid)]
                subprocess.run(program, capture_output=True, check=False)
            else:
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        try:
            return End(self._popen.wait(10), self._cpu_s)
        except subprocess.TimeoutExpired:
            raise HarnessError("a worker cannot be ended") from None
