"""The grader's side of the fork server: starting it, asking it for workers, ending them."""

from __future__ import annotations

import contextlib
import math
import os
import select
import socket
import subprocess
import tempfile
import threading
import time
from typing import IO

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.worker import view
from autograder.worker.channel import QuietChannel
from autograder.worker.child.orders import ENDED, KILL, READY, START
from autograder.worker.child.protocol import CHUNK
from autograder.worker.process import End, cpu_clock_s

_START_S = 30.0
_KILL_S = 10.0
_GONE = End(-9)


class ServerGoneError(HarnessError):
    """The fork server has ended; another can be started."""


class ForkServer:
    """A process with NumPy loaded and no secret, which forks workers.

    Args:
        wrap: whether it runs inside bubblewrap, as process 1.
        echo_output: whether what workers print reaches this process's stderr.

    Attributes:
        facts: the layers that its workers are under, in words.

    Raises:
        HarnessError: it cannot be started; the text says why.
    """

    def __init__(self, wrap: bool, echo_output: bool) -> None:
        self._echo_output = echo_output
        self._ended: dict[int, End] = {}
        self._jobs = 0
        self._guard = threading.Lock()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by stop()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs:
                self._popen = self._start(wrap, theirs.fileno())
        except BaseException:
            self._control.close()
            self._errors.close()
            raise
        self.facts = self._await_ready()

    def _start(self, wrap: bool, control: int) -> subprocess.Popen[bytes]:
        seen = view.look()
        task = {
            "role": "zygote",
            "control": control,
            "readable": [*seen.readable, *seen.kept],
            "masked": seen.masked,
            "drop_uid": not wrap,
            "owns_namespace": wrap,
        }
        command = view.command(task)
        if wrap:
            program, why_not = view.bubblewrap()
            if program is None:
                raise HarnessError(why_not)
            command = view.wrapped(program, seen, command)
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if self._echo_output else self._errors,
            env=view.environment(),
            pass_fds=(control,),
            start_new_session=True,
            cwd="/",
        )

    def _await_ready(self) -> str:
        self._control.settimeout(_START_S)
        try:
            said = self._control.recv(1000)
        except OSError:
            said = b""
        if said[:1] == READY:
            return said[1:].decode("ascii", "replace")
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        self.stop()
        raise HarnessError(f"the fork server did not start: {lines[-1] if lines else 'no reason'}")

    @property
    def alive(self) -> bool:
        """Whether it can be asked for workers."""
        return self._popen.poll() is None

    def fork(self, limits: Limits) -> ForkedProcess:
        """Return a new worker.

        Raises:
            ServerGoneError: the server has ended.
        """
        import fcntl  # which not every system has that imports this module

        ours, theirs = socket.socketpair()
        # Each message then comes with its sender's pid, as this process's namespace counts.
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with self._guard:
            self._jobs += 1
            job = self._jobs
        cpu_s = math.ceil(limits.stage_cpu_s) + 2
        order = START.pack(b"S", job, limits.memory_mb, cpu_s, self._echo_output)
        answers, theirs_too = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        with contextlib.suppress(OSError):  # who has many pipes already gets small ones
            fcntl.fcntl(answers, fcntl.F_SETPIPE_SZ, CHUNK)  # its content comes in one piece
        channel = QuietChannel(ours, answers)
        try:
            socket.send_fds(self._control, [order], [theirs.fileno(), theirs_too])
        except OSError as error:
            channel.close()
            raise ServerGoneError(f"the fork server has ended: {error}") from None
        finally:
            theirs.close()
            os.close(theirs_too)
        return ForkedProcess(self, job, channel)

    def wait(self, job: int, timeout_s: float) -> End | None:
        """Wait for a job's end; None when it still runs after `timeout_s`.

        Raises:
            ServerGoneError: the server has ended.
        """
        until = time.monotonic() + timeout_s
        while job not in self._ended:
            with self._guard:
                if job in self._ended:
                    break
                if self._control.fileno() < 0:
                    raise ServerGoneError("the fork server was ended")
                left_ms = max(0.0, until - time.monotonic()) * 1000
                poll = select.poll()
                poll.register(self._control, select.POLLIN)
                if not poll.poll(min(left_ms, 50)):
                    if left_ms <= 0:
                        return None
                    continue
                self._read_end()
        return self._ended.pop(job)

    def _read_end(self) -> None:
        try:
            packet = self._control.recv(1000)
        except OSError:
            packet = b""
        if len(packet) != ENDED.size:
            raise ServerGoneError("the fork server has ended")
        _, job, status, cpu_s, peak_kb = ENDED.unpack(packet)
        self._ended[job] = End(status, cpu_s, peak_kb / 1024)

    def kill(self, job: int) -> End:
        """End a job and wait until nothing of it is left.

        Where the server does not answer, it is ended itself, and its workers with it.
        """
        try:
            with contextlib.suppress(OSError):
                self._control.send(KILL.pack(b"K", job))
            end = self.wait(job, _KILL_S)
        except ServerGoneError:
            end = None
        if end is None:
            self.stop()
            return _GONE
        return end

    def stop(self) -> None:
        """End the server and every worker it has."""
        self._control.close()
        self._errors.close()
        try:
            self._popen.wait(2)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait(10)


class ForkedProcess:
    """A worker of a fork server; see `process.Process`.

    Args:
        server: the server that forks it.
        job: its number there.
        channel: this side's end of its channel.
    """

    def __init__(self, server: ForkServer, job: int, channel: QuietChannel) -> None:
        self.channel = channel
        self._server = server
        self._job = job
        self._end: End | None = None

    def cpu_s(self) -> float | None:
        """CPU seconds used so far, or None before it first spoke."""
        if self._end is not None:
            return self._end.cpu_s
        pid = self.channel.peer_pid
        return None if pid is None else cpu_clock_s(pid)

    def wait(self, timeout_s: float) -> End | None:
        """Wait for its end; None when it still runs after `timeout_s`."""
        if self._end is None:
            try:
                self._end = self._server.wait(self._job, timeout_s)
            except ServerGoneError:
                self._end = self._server.kill(self._job)
        return self._end

    def kill(self) -> End:
        """End it, and wait until nothing of it is left."""
        if self._end is None:
            self._end = self._server.kill(self._job)
        return self._end
