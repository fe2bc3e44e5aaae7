"""One worker at work on one file: calls go in, outcomes come out, limits are kept.

Believes nothing that comes from the worker: whatever the bytes, the answer is an outcome.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import takewhile
from types import TracebackType
from typing import Any, NoReturn

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.outcome import Died, Outcome, Raised, Returned, Returns, Unreadable, Value
from autograder.words import say
from autograder.worker.callbacks import Callbacks
from autograder.worker.child.protocol import (
    KINDS_FROM_WORKER,
    NUMBER,
    OUT_OF_MEMORY,
    Frames,
    MalformedError,
    Reader,
    Writer,
)
from autograder.worker.clock import Clock, EndedError
from autograder.worker.process import End, Process
from autograder.worker.request import Request

_START_S = 20.0
_END_S = 0.5

TOGETHER = 64
"""Calls that are sent together, where none of them asks anything back."""

KEPT = 64 * 1024
"""Bytes of an answer up to which it is kept, to know it where it comes again."""


def _breach(detail: str) -> NoReturn:
    raise EndedError(Died("crash", say("ended.garbled", detail=detail)))


class Session:
    """A worker that has imported one file; a context manager.

    Args:
        process: the worker, just started.
        limits: what is left to it; over its whole life for the `stage_` ones.
        source: the file's bytes.
        module: the name that it is imported under.
        filename: the name that tracebacks show.
        seed: of the random numbers in it.
        ahead: calls that are expected to be the first; up to one that asks something back, they
            are sent along at once.

    Attributes:
        loaded: what importing the file gave.

    Raises:
        HarnessError: the worker did not come up.
    """

    loaded: Outcome

    def __init__(
        self,
        process: Process,
        limits: Limits,
        source: bytes,
        module: str,
        filename: str,
        seed: int = 0,
        ahead: Sequence[Request] = (),
    ) -> None:
        self._process = process
        self._limits = limits
        self._frames = Frames()
        self._clock = Clock(limits, process)
        self._end: End | None = None
        self._died: Died | None = None
        self._number = 0
        self._answers: dict[Request, tuple[bytes, Outcome]] = {}
        self._under_way = deque(takewhile(lambda request: not request.callables, ahead))
        process.channel.put(
            _load_frame(source, module, filename, seed) + _frames(self._under_way, 0)
        )
        self._greet()
        self._clock.zero()
        self.loaded = self._outcome(Request("", (), {}))

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether another call can be made."""
        return self._end is None

    @property
    def cpu_s(self) -> float:
        """CPU seconds used so far; 0.0 where that cannot be told."""
        return self._clock.cpu_s

    @property
    def wall_s(self) -> float:
        """Wall seconds spent so far in the import and the calls."""
        return self._clock.wall_s

    def spend(self, cpu_s: float, wall_s: float) -> None:
        """Count time that another worker used for the same stage as used by this one."""
        self._clock.spend(cpu_s, wall_s)

    def close(self) -> None:
        """End the worker and everything it started."""
        if self._end is None:
            try:
                self._end = self._process.kill()
            finally:
                self._process.channel.close()

    def call(
        self,
        function: str,
        args: tuple[Value, ...],
        kwargs: dict[str, Value],
        returns: Returns = "one",
        callback_calls: int | None = None,
    ) -> Outcome:
        """Call a function of the file and return what came of it; see `Request` and `call_all`."""
        request = Request(function, tuple(args), kwargs, returns, callback_calls)
        (outcome,) = self.call_all([request])
        return outcome

    def call_all(self, requests: Sequence[Request]) -> Generator[Outcome]:
        """Make calls and yield what came of each, in order, up to one that the worker died of.

        Where others are under way, which nobody waits for any more, the session ends over it.

        Yields:
            `Died` again where the worker is dead already.

        Raises:
            HarnessError: the answer of a callable has no place in the protocol, or it raised that.
        """
        if self._end is not None:
            yield self._died or Died("crash", "the session is closed")
            return
        for group in _together(requests):
            for k, request in enumerate(group):
                if not self._under_way:
                    self._under_way.extend(group[k:])
                    self._process.channel.put(_frames(self._under_way, self._number))
                elif self._under_way[0] is not request:
                    self.close()
                    return
                self._under_way.popleft()
                self._number += 1
                yield self._outcome(request)
                if self._end is not None:
                    return

    def _greet(self) -> None:
        until = time.monotonic() + _START_S
        try:
            kind, body = self._next(lambda: self._wait(until))
            reader = Reader(body)
            facts = reader.text()
        except (EndedError, MalformedError) as error:
            self.close()
            raise HarnessError(f"the worker did not start: {error}") from None
        if kind != b"H":
            self.close()
            raise HarnessError(f"the worker could not be locked down: {facts}")

    def _wait(self, until: float) -> bytes:
        data = self._process.channel.take(until)
        if not data:
            raise EndedError(Died("crash", "ended" if data == b"" else "did not answer"))
        return data

    def _outcome(self, request: Request) -> Outcome:
        """What comes of a call that is under way."""
        self._clock.start()
        try:
            outcome = self._answered(request)
        except EndedError as end:
            return self._die(end.died)
        except MalformedError as error:
            return self._die(Died("crash", say("ended.garbled", detail=error)))
        except BaseException:
            self.close()
            raise
        finally:
            self._clock.stop()
        if isinstance(outcome, Raised) and "MemoryError" in outcome.kinds:
            return self._die(self._out_of_memory())
        return outcome

    def _answered(self, request: Request) -> Outcome:
        callbacks = Callbacks(request, self._limits)
        while True:
            kind, body = self._next(self._take)
            if kind == b"Q":
                answer = callbacks.answer(body, self._number)
                self._clock.look()
                self._process.channel.put(answer)
                continue
            if not self._under_way and len(self._frames):
                _breach("it said more than was asked")
            if kind == b"R":
                return self._returned(body, request)
            if kind == b"E":
                return _read_raised(body, self._number, request)
            _breach("a message out of place")

    def _returned(self, body: bytes, request: Request) -> Outcome:
        """What a call returned; the same once more where it is what the same call did before."""
        answer = body[NUMBER.size :]
        known = self._answers.get(request)
        if known is not None and known[0] == answer:
            _check_number(Reader(body), self._number)
            return known[1]
        outcome = _read_returned(body, self._number, request)
        if len(answer) <= KEPT:
            self._answers[request] = answer, outcome
        return outcome

    def _next(self, take: Any) -> tuple[bytes, bytes]:
        while (frame := self._frames.next()) is None:
            self._frames.feed(take())
        if frame[0] not in KINDS_FROM_WORKER:
            _breach("a message of an unknown kind")
        return frame

    def _take(self) -> bytes:
        while True:
            self._clock.look()
            data = self._process.channel.take(self._clock.next_look())
            if data == b"":
                raise EndedError(self._explain_end())
            if data:
                return data

    def _explain_end(self) -> Died:
        end = self._process.wait(_END_S)
        if end is None:
            return Died("crash", say("ended.closed"))
        if end.status == OUT_OF_MEMORY or end.peak_mb > 0.9 * self._limits.memory_mb + 20:
            return self._out_of_memory()
        if end.status >= 0:
            return Died("crash", say("ended.exit", status=end.status))
        name = _signal_name(-end.status)
        if name == "SIGXCPU":
            limit = f"{self._limits.stage_cpu_s:.3g}"
            return Died("time_out", say("ended.cpu_time", limit=limit))
        return Died("crash", say("ended.signal", signal=name))

    def _out_of_memory(self) -> Died:
        return Died("memory", say("ended.memory", limit=self._limits.memory_mb))

    def _die(self, died: Died) -> Died:
        self.close()
        self._died = died
        return died


def _together(requests: Sequence[Request]) -> Iterator[Sequence[Request]]:
    """Requests in groups that can be sent at once: one that may ask something back goes alone."""
    group: list[Request] = []
    for request in requests:
        if group and (request.callables or group[-1].callables or len(group) == TOGETHER):
            yield group
            group = []
        group.append(request)
    if group:
        yield group


def _load_frame(source: bytes, module: str, filename: str, seed: int) -> bytes:
    writer = Writer()
    writer.text(module)
    writer.text(filename)
    writer.data(source)
    writer.number(seed)
    return writer.frame(b"L")


def _frames(requests: Iterable[Request], last: int) -> bytes:
    """The frames of calls, numbered from the one after `last`."""
    return b"".join(request.frame(number) for number, request in enumerate(requests, last + 1))


def _read_returned(body: bytes, number: int, request: Request) -> Returned:
    reader = Reader(body, unreadable=Unreadable)
    _check_number(reader, number)
    value = reader.value()
    return Returned(value, *_read_arguments(reader, request))


def _read_raised(body: bytes, number: int, request: Request) -> Raised:
    reader = Reader(body, unreadable=Unreadable)
    _check_number(reader, number)
    kind, kinds, text = reader.text(), reader.value(), reader.text()
    line, function = reader.value(), reader.value()
    args, kwargs = _read_arguments(reader, request)
    if type(kinds) is not tuple or not all(type(name) is str for name in kinds) or len(kinds) > 16:
        raise MalformedError("an exception without kinds")
    if not (line is None or (type(line) is int and 0 < line < 2**31)):
        raise MalformedError("an exception at no line")
    if not (function is None or type(function) is str):
        raise MalformedError("an exception in no function")
    return Raised(kind[:100], kinds, text[:500], line, function, args, kwargs)


def _check_number(reader: Reader, number: int) -> None:
    if reader.number() != number:
        raise MalformedError("an answer to another call")


def _read_arguments(reader: Reader, request: Request) -> tuple[tuple[Value, ...], dict[str, Value]]:
    args, kwargs = reader.value(), reader.value()
    reader.end()
    if args is None and kwargs is None:
        return request.args, request.kwargs
    if type(args) is not tuple or type(kwargs) is not dict:
        raise MalformedError("an answer without arguments")
    return args, kwargs


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
