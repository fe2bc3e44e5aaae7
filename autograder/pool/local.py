"""Stages graded on this machine: in this very process, or in several with a grader each."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType

from autograder.course import Course
from autograder.course_file import read_course
from autograder.errors import AutograderError, HarnessError
from autograder.grading import Grader
from autograder.handed_in import HandedIn
from autograder.limits import Isolation
from autograder.pool.contract import TRIES, Lost
from autograder.result import StageResult

PR_SET_PDEATHSIG = 1
ENDING_S = 5.0
"""So long an idle process may take to end."""


class InProcess:
    """Grades each stage as it is submitted.

    Args:
        grader: what grades; it stays the caller's.
    """

    room = 1

    def __init__(self, grader: Grader) -> None:
        self.level = grader.isolation
        self._grader = grader

    def submit(self, handed_in: HandedIn) -> Future[StageResult]:
        """The result."""
        made: Future[StageResult] = Future()
        made.set_result(self._grader.judge(handed_in))
        return made

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Processes:
    """Processes with a grader each, started when first needed, a thread here for each of them.

    Args:
        course: the course.
        level: the isolation level.
        seed: of the hidden cases.
        workers: processes.
    """

    def __init__(self, course: Course, level: Isolation, seed: int, workers: int) -> None:
        self.level = level
        self.room = 2 * workers  # one at work and one at hand for each
        self._what = (course.root, course.words.language, level, seed)
        self._threads = ThreadPoolExecutor(workers)
        self._own = threading.local()
        self._starting = threading.Lock()
        self._started: set[_Process] = set()
        self._is_over = False

    def submit(self, handed_in: HandedIn) -> Future[StageResult]:
        """The result to come."""
        return self._threads.submit(self._grade, handed_in)

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._starting:
            self._is_over = True
        for process in self._started.copy():
            process.end(ENDING_S if kind is None else 0)
        self._threads.shutdown(cancel_futures=True)

    def _grade(self, handed_in: HandedIn) -> StageResult:
        for _ in range(TRIES):
            process = self._process()
            try:
                return process.grade(handed_in)
            except (EOFError, OSError):
                self._drop(process)
                del self._own.process
        raise Lost(f"the process that graded it died, {TRIES} times; please report this")

    def _process(self) -> _Process:
        """This thread's own process, started where there is none."""
        if hasattr(self._own, "process"):
            process: _Process = self._own.process
            return process
        for _ in range(TRIES):
            with self._starting:
                if self._is_over:
                    raise Lost("grading was stopped")
                process = _Process(*self._what)
                self._started.add(process)
            try:
                process.greet()
            except (EOFError, OSError):
                self._drop(process)
            else:
                self._own.process = process
                return process
        raise HarnessError("no process that grades can be started here")

    def _drop(self, process: _Process) -> None:
        process.end(0)
        self._started.discard(process)


class _Process:
    """One process that grades a stage after the other; EOFError or OSError where it died."""

    def __init__(self, root: Path, language: str, level: Isolation, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, there = context.Pipe()
        what = (there, os.getpid(), root, language, level, seed)
        self._process = context.Process(target=_serve, args=what, daemon=True)
        self._process.start()
        there.close()

    def greet(self) -> None:
        """Waits until it is ready.

        Raises:
            AutograderError: what keeps it from grading.
        """
        fault: AutograderError | None = self._connection.recv()
        if fault is not None:
            raise fault

    def grade(self, handed_in: HandedIn) -> StageResult:
        """The result."""
        self._connection.send(handed_in)
        result: StageResult = self._connection.recv()
        return result

    def end(self, within_s: float) -> None:
        """Ends the process, by itself if it does so within so many seconds."""
        if within_s:
            with contextlib.suppress(OSError):
                self._connection.send(None)
            self._process.join(within_s)
        self._process.kill()
        self._process.join()


def _serve(
    connection: Connection, parent: int, root: Path, language: str, level: Isolation, seed: int
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when it is over
    _end_with(parent)
    try:
        grader = Grader(read_course(root, language), level, seed)
    except AutograderError as error:
        connection.send(error)
        return
    connection.send(None)
    with grader:
        while (handed_in := connection.recv()) is not None:
            connection.send(grader.judge(handed_in))


def _end_with(parent: int) -> None:
    """Ends this process when the grader that started it is killed; nobody else would."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it was killed before
            os._exit(1)
