"""The fork server: one process that has NumPy loaded and no secret, and forks a worker a session.

It obeys the packets of `orders` on its control socket.
"""

from __future__ import annotations

import fcntl
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
from .channel import Channel
from .orders import ENDED, KILL, READY, START
from .rehearsal import rehearse

CHANNEL_FD = 3
ANSWERS_FD = 4


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
        order, fds, _, _ = socket.recv_fds(self._control, 64, 2)
        if order[:1] == b"S" and len(order) == START.size and len(fds) == 2:
            _, job, memory_mb, cpu_s, show = START.unpack(order)
            poll.register(self._start(job, fds, memory_mb, cpu_s, bool(show)), select.POLLIN)
        elif order[:1] == b"K" and len(order) == KILL.size:
            _, job = KILL.unpack(order)
            if job in self._jobs:
                signal.pidfd_send_signal(self._jobs[job][1], signal.SIGKILL)
        return bool(order)

    def _start(self, job: int, fds: list[int], memory_mb: int, cpu_s: int, show: bool) -> int:
        resources = self._lock.resources(memory_mb, cpu_s, show)
        zygote = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_worker(fds, resources, show, zygote)
        for fd in fds:
            os.close(fd)
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
        self, fds: list[int], resources: lockdown.ResourceLimits, show: bool, zygote: int
    ) -> NoReturn:
        status = 1
        try:
            os.setsid()
            _arrange_descriptors(fds, show)
            frames = Channel(CHANNEL_FD, ANSWERS_FD, CHANNEL_FD)
            try:
                self._lock.close_on(resources, zygote, ANSWERS_FD)
            except OSError as error:
                student.refuse(frames, str(error))
                os._exit(1)
            status = student.run(frames, self._greeting, quiet=not show)
        finally:
            os._exit(status)


def _arrange_descriptors(fds: list[int], show: bool) -> None:
    # 0 and 1 are /dev/null already
    if show:
        os.dup2(2, 1)
    else:
        os.dup2(1, 2)
    os.dup2(fds[0], CHANNEL_FD)
    os.dup2(fds[1], ANSWERS_FD)


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
    # out of the way of the numbers that workers have theirs under, which are taken until then
    control = socket.socket(fileno=fcntl.fcntl(task["control"], fcntl.F_DUPFD_CLOEXEC, 100))
    os.close(task["control"])
    for number in (CHANNEL_FD, ANSWERS_FD):
        os.dup2(0, number)
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
