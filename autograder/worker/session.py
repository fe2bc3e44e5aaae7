"""One worker at work on one file: calls go in, outcomes come out, limits are kept.

Believes nothing that comes from the worker: whatever the bytes, the answer is an outcome.
"""

from __future__ import annotations

import builtins
import signal
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import takewhile
from types import TracebackType
from typing import Any, NoReturn

import numpy as np

from autograder.errors import HarnessError
from autograder.limits import Limits
from autograder.outcome import Answer, Died, Outcome, Raised, Returned, Returns, Unreadable, Value
from autograder.words import say
from autograder.worker.child.protocol import (
    KINDS_FROM_WORKER,
    NUMBER,
    OUT_OF_MEMORY,
    Frames,
    MalformedError,
    Reader,
    UnencodableError,
    Writer,
)
from autograder.worker.process import End, Process
from autograder.worker.request import Request

_START_S = 20.0
_END_S = 0.5
_POLL_S = 0.02

TOGETHER = 64
"""Calls that are sent together, where none of them asks anything back."""

KEPT = 64 * 1024
"""Bytes of an answer up to which it is kept, to know it where it comes again."""


class _EndedError(Exception):
    """The worker is dead, or must die now."""

    def __init__(self, died: Died) -> None:
        super().__init__(died)
        self.died = died


def _breach(detail: str) -> NoReturn:
    raise _EndedError(Died("crash", say("ended.garbled", detail=detail)))


class _Clock:
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
        """Raise `_EndedError` where the time is up."""
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
        raise _EndedError(Died("time_out", said))


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
        self._clock = _Clock(limits, process)
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
        except (_EndedError, MalformedError) as error:
            self.close()
            raise HarnessError(f"the worker did not start: {error}") from None
        if kind != b"H":
            self.close()
            raise HarnessError(f"the worker could not be locked down: {facts}")

    def _wait(self, until: float) -> bytes:
        data = self._process.channel.take(until)
        if not data:
            raise _EndedError(Died("crash", "ended" if data == b"" else "did not answer"))
        return data

    def _outcome(self, request: Request) -> Outcome:
        """What comes of a call that is under way."""
        self._clock.start()
        try:
            outcome = self._answered(request)
        except _EndedError as end:
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
        callbacks = _Callbacks(request, self._limits)
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
                raise _EndedError(self._explain_end())
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


class _Callbacks:
    """The callables of one call, and how much they may still be asked.

    Args:
        request: the call.
        limits: how much that is.
    """

    def __init__(self, request: Request, limits: Limits) -> None:
        allowed = request.callback_calls
        self._callables = request.callables
        self._calls_allowed = limits.callback_calls if allowed is None else allowed
        self._calls = 0
        self._numbers = limits.callback_numbers

    def answer(self, body: bytes, call: int) -> bytes:
        """Return the frame that answers a question.

        Raises:
            MalformedError: it is no question of this call.
            HarnessError: the callable raised it, or gave what has no place in the protocol.
        """
        reader = Reader(body, unreadable=Unreadable)
        if reader.number() != call:
            raise MalformedError("a question of another call")
        index = reader.number()
        if index >= len(self._callables):
            raise MalformedError("a question to nobody")
        args, kwargs = reader.value(), reader.value()
        reader.end()
        if type(args) is not tuple or type(kwargs) is not dict:
            raise MalformedError("a question without arguments")
        refusal = self._refusal((args, kwargs))
        if refusal:
            return _failure(ValueError(refusal))
        return self._ask(self._callables[index], args, kwargs)

    def _refusal(self, arguments: Value) -> str | None:
        self._calls += 1
        if self._calls > self._calls_allowed:
            return f"called more than {self._calls_allowed} times"
        if _count(arguments) > self._numbers:
            return f"called with more than {self._numbers} numbers in its arguments"
        return None

    @staticmethod
    def _ask(function: Answer, args: tuple[Value, ...], kwargs: dict[str, Value]) -> bytes:
        try:
            value = function(*args, **kwargs)
        except HarnessError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it raised is the answer
            return _failure(error)
        writer = Writer()
        try:
            writer.value(value)
            return writer.frame(b"A")
        except UnencodableError as error:
            raise HarnessError(f"a callback's answer cannot be sent: {error}") from None


def _count(value: Value) -> int:
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, (tuple, list)):
        return sum(map(_count, value))
    if isinstance(value, dict):
        return sum(map(_count, value.values()))
    return 1


def _failure(error: Exception) -> bytes:
    kind = next(k.__name__ for k in type(error).__mro__ if getattr(builtins, k.__name__, None) is k)
    if kind == "Exception":
        kind = "RuntimeError"
    writer = Writer()
    writer.text(kind)
    writer.text(str(error)[:500])
    return writer.frame(b"F")


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
