"""The fork server: one process that has NumPy loaded and no secret, and forks a worker a session.

It obeys the packets of `orders` on its control socket.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from . import lockdown, student
from .orders import ENDED, KILL, READY, START
from .rehearsal import rehearse

CHANNEL_FD = 3


class Zygote:
    """Forks workers and ends them.

    Args:
        control: the socket to the grader.
        lock: what each worker is put under.
        owns_namespace: whether every process seen from here is this one's own to end.
    """

    def __init__(self, control: socket.socket, lock: lockdown.Lock, owns_namespace: bool) -> None:
        self._control = control
        self._lock = lock
        self._greeting = student.greeting(lock.facts)
        self._owns_namespace = owns_namespace
        self._jobs: dict[int, tuple[int, int]] = {}

    def serve(self) -> None:
        """Obey until the grader is gone."""
        self._control.send(READY + self._lock.facts.encode())
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd == self._control.fileno():
                    if not self._obey(poll):
                        self._end_all()
                        return
                else:
                    poll.unregister(fd)
                    self._reap(fd)

    def _obey(self, poll: select.poll) -> bool:
        order, fds, _, _ = socket.recv_fds(self._control, 64, 1)
        if order[:1] == b"S" and len(order) == START.size and fds:
            _, job, memory_mb, cpu_s, show = START.unpack(order)
            poll.register(self._start(job, fds[0], memory_mb, cpu_s, bool(show)), select.POLLIN)
        elif order[:1] == b"K" and len(order) == KILL.size:
            _, job = KILL.unpack(order)
            if job in self._jobs:
                signal.pidfd_send_signal(self._jobs[job][1], signal.SIGKILL)
        return bool(order)

    def _start(self, job: int, channel: int, memory_mb: int, cpu_s: int, show: bool) -> int:
        zygote = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_worker(channel, memory_mb, cpu_s, show, zygote)
        os.close(channel)
        pidfd = os.pidfd_open(pid)
        self._jobs[job] = (pid, pidfd)
        return pidfd

    def _reap(self, pidfd: int) -> None:
        job, pid = next((job, pid) for job, (pid, fd) in self._jobs.items() if fd == pidfd)
        del self._jobs[job]
        _, status, usage = os.wait4(pid, 0)
        os.close(pidfd)
        if not self._jobs:
            self._end_all()
        status = os.waitstatus_to_exitcode(status)
        cpu_s = usage.ru_utime + usage.ru_stime
        self._control.send(ENDED.pack(b"E", job, status, cpu_s, int(usage.ru_maxrss)))

    def _end_all(self) -> None:
        if self._owns_namespace and os.getpid() == 1:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                return
            _reap_all()
        else:
            for pid, _ in self._jobs.values():
                os.kill(pid, signal.SIGKILL)

    def _become_worker(
        self, channel: int, memory_mb: int, cpu_s: int, show: bool, zygote: int
    ) -> NoReturn:
        status = 1
        try:
            os.setsid()
            _arrange_descriptors(channel, show)
            self._control.detach()
            frames = student.Channel(CHANNEL_FD, CHANNEL_FD)
            try:
                self._lock.close_on(memory_mb, cpu_s, show, zygote, CHANNEL_FD)
            except OSError as error:
                student.refuse(frames, str(error))
                os._exit(1)
            status = student.run(frames, self._greeting, quiet=not show)
        finally:
            os._exit(status)


def _arrange_descriptors(channel: int, show: bool) -> None:
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2 if show else null, 1)
    os.dup2(1, 2)
    os.dup2(channel, CHANNEL_FD)


def _reap_all() -> None:
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def _warm_up() -> None:
    # Loaded here once, these cost a worker nothing; lazily imported ones still load from disk.
    for name in ("numpy.linalg", "numpy.random", "numpy.fft", "numpy.ma", "dataclasses", "typing"):
        __import__(name)
    matrix = np.eye(8) + 0.1
    np.linalg.solve(matrix, matrix @ matrix)
    np.einsum("ij,jk->ik", matrix, matrix)
    rehearse()
    os.environ.clear()


def main(task: dict[str, Any]) -> None:
    """Be the fork server.

    Args:
        task: `control` (descriptor), `readable`, `masked` (paths), `drop_uid`, `owns_namespace`.
    """
    control = socket.socket(fileno=task["control"])
    control.set_inheritable(False)
    lockdown.forbid_dumps()
    _warm_up()
    threads = sum(1 for _ in Path("/proc/self/task").iterdir())
    if threads != 1:
        sys.exit(f"the fork server has {threads} threads")
    drop_uid = task["drop_uid"] and _nobody_can_read(task["readable"])
    lock = lockdown.Lock(task["readable"], task["masked"], drop_uid)
    gc.collect()
    gc.freeze()
    Zygote(control, lock, task["owns_namespace"]).serve()


def _nobody_can_read(paths: list[str]) -> bool:
    """Tell whether a process without rights reaches `paths`, by trying in a fork."""
    if os.geteuid() != 0:
        return False
    pid = os.fork()
    if pid == 0:
        try:
            lockdown.become_nobody()
            os._exit(0 if all(os.access(path, os.R_OK) for path in paths) else 1)
        finally:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0
