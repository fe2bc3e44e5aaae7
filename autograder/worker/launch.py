"""Chooses how student code is shut in, by trying it, and starts its workers.

strong     bubblewrap, Landlock, system call filter, resource limits: may give marks
confined   the same without bubblewrap: may give marks; hidden files can be seen to exist
limits     a fresh process, clocks, resource limits where there are any: no sandbox at all
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Literal

from autograder.errors import HarnessError, IsolationError
from autograder.limits import Limits
from autograder.outcome import Returned
from autograder.worker import probe
from autograder.worker.forked import ForkedProcess, ForkServer
from autograder.worker.request import Request
from autograder.worker.session import Session
from autograder.worker.spawned import SpawnedProcess

Level = Literal["strong", "confined", "limits"]
LEVELS: tuple[Level, ...] = ("strong", "confined", "limits")

_PROBE_LIMITS = Limits(5.0, 10.0, 10.0, 20.0, 256, 0, 0)


class Launcher:
    """Starts workers, all at one level; one a grader process, a context manager.

    It is to be used, like the process that it ends with, from a thread that outlives it.

    Args:
        isolation: the level wanted; `auto` takes the strongest that holds here.
        echo_output: whether what student code prints reaches this process's stderr.

    Attributes:
        level: the level that every session of this launcher has.
        facts: its layers, in words.
        reasons: for each stronger level that was tried, why it is not used.

    Raises:
        IsolationError: the level demanded cannot be had here.
    """

    def __init__(
        self,
        isolation: Literal["auto", "strong", "confined", "limits"] = "auto",
        *,
        echo_output: bool = False,
    ) -> None:
        self._echo_output = echo_output
        self._server: ForkServer | None = None
        self.reasons: dict[str, str] = {}
        self.facts = ""
        _forbid_dumps()
        wanted = LEVELS if isolation == "auto" else (isolation,)
        for level in wanted:
            self.level: Level = level
            why_not = self._try()
            if why_not is None:
                return
            self.reasons[level] = why_not
            self.close()
        raise IsolationError(f"isolation {wanted[0]!r} cannot be had here: {why_not}")

    def __enter__(self) -> Launcher:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the fork server and every worker."""
        if self._server is not None:
            self._server.stop()
            self._server = None

    def session(
        self,
        source: bytes,
        module: str,
        filename: str,
        limits: Limits,
        seed: int = 0,
        ahead: Sequence[Request] = (),
    ) -> Session:
        """Return a new worker that has imported `source`.

        Args:
            source: the file's bytes, read as Python reads them.
            module: the name that it is imported under.
            filename: the name that tracebacks show.
            limits: what is left to it.
            seed: of the random numbers of Python and NumPy in it.
            ahead: calls that are expected to be the first; see `Session`.

        Raises:
            HarnessError: no worker can be started.
        """
        if self.level == "limits":
            self.facts = "limits"
            process = SpawnedProcess(limits, 2 if self._echo_output else None)
            return Session(process, limits, source, module, filename, seed, ahead)
        try:
            return Session(self._forked(limits), limits, source, module, filename, seed, ahead)
        except HarnessError:
            # any doubt about the fork server: another one, once
            self.close()
            return Session(self._forked(limits), limits, source, module, filename, seed, ahead)

    def _forked(self, limits: Limits) -> ForkedProcess:
        if self._server is not None and not self._server.alive:
            self.close()
        if self._server is None:
            self._server = ForkServer(self.level == "strong", self._echo_output)
            self.facts = ("bubblewrap " if self.level == "strong" else "") + self._server.facts
        return self._server.fork(limits)

    def _try(self) -> str | None:
        """Return None where the level holds here, else the reason why it does not."""
        if self.level != "limits" and sys.platform != "linux":
            return "only Linux has what it takes"
        try:
            with (
                probe.target() as path,
                self.session(probe.SOURCE, "probe", "probe.py", _PROBE_LIMITS) as session,
            ):
                for outcome in (session.loaded, session.call("useful", (path,), {})):
                    if not isinstance(outcome, Returned):
                        return f"a worker cannot run a file: {outcome}"
                if self.level == "limits":
                    return None
                return self._holes(session, path)
        except (HarnessError, OSError) as error:
            return str(error)

    def _holes(self, session: Session, path: str) -> str | None:
        for layer in ("seccomp", *(["landlock"] if self.level == "confined" else [])):
            if layer not in self.facts:
                return f"there is no {layer} here"
        found = [
            hole
            for hole in probe.holes(session, path)
            if self.level == "strong" or not hole.needs_namespace
        ]
        if not session.alive:
            return "the worker died under attack"
        return f"student code could {found[0].says}" if found else None


def _forbid_dumps() -> None:
    # other processes of this user then cannot read the references out of this one's memory
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
