"""Answers for the functions that a course hands to a student, from a process with little memory.

The functions are the course's own, but what they are asked is a student's to choose: an answer
that takes too much memory or time ends this helper, never the grader. Where processes cannot be
forked the grader answers by itself.
"""

from __future__ import annotations

import builtins
import contextlib
import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from autograder.outcome import Answer

TIMEOUT_S = 5.0
MAX_TEXT = 300


class Answerer:
    """One helper process for all functions of a course, started when first asked.

    Args:
        memory_mb: mebibytes it may take beyond what the grader has.
    """

    def __init__(self, memory_mb: int) -> None:
        self._memory_mb = memory_mb
        self._functions: list[Answer] = []
        self._places: dict[Answer, int] = {}
        self._known = 0
        self._connection: Connection | None = None
        self._pid = 0

    def outside(self, value: Any) -> Any:
        """`value`, or where it is a function, one that asks the helper instead."""
        if not callable(value) or not hasattr(os, "fork"):
            return value
        if value not in self._places:
            self._places[value] = len(self._functions)
            self._functions.append(value)
        place = self._places[value]

        def ask(*args: Any, **kwargs: Any) -> Any:
            return self._ask(place, args, kwargs)

        return ask

    def close(self) -> None:
        """Ends the helper."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._pid, 9)
                os.waitpid(self._pid, 0)

    def _ask(self, place: int, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        if self._connection is None or self._known < len(self._functions):
            self.close()
            self._start()
        assert self._connection is not None, "just started"
        try:
            self._connection.send((place, args, dict(kwargs)))
            if not self._connection.poll(TIMEOUT_S):
                raise EOFError
            kind, answer = self._connection.recv()
        except (EOFError, OSError):
            self.close()
            raise ValueError("this question takes too much to answer") from None
        if kind == "answer":
            return answer
        error = getattr(builtins, kind, RuntimeError)
        raise (error if issubclass(error, Exception) else RuntimeError)(answer)

    def _start(self) -> None:
        here, there = multiprocessing.Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._known = len(self._functions)
        self._pid = os.fork()
        if self._pid == 0:
            try:
                _serve(there, here, self._functions, self._memory_mb)
            finally:
                os._exit(0)
        there.close()
        self._connection = here


def _serve(
    connection: Connection, other: Connection, functions: list[Callable[..., Any]], memory_mb: int
) -> None:
    """Answers until the grader is gone. Nothing of the grader but this pipe stays open."""
    import resource

    kept = connection.fileno()
    other.close()
    os.closerange(3, kept)
    os.closerange(kept + 1, 4096)
    with contextlib.suppress(OSError, ValueError):  # no /proc, or no such limit: none is set
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + memory_mb * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    while True:
        try:
            place, args, kwargs = connection.recv()
        except (EOFError, OSError):
            return
        try:
            reply = ("answer", functions[place](*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - told to the student's code, whatever it is
            reply = (type(error).__name__, str(error)[:MAX_TEXT])
        connection.send(reply)
