"""Whatever crosses the channel, on either side: an outcome and a report, never an exception.

Extends `tests/worker/test_session.py`, which fuzzes single messages: here messages come in
sequences, mangled, with callables to ask; values go on through the whole of grading; and the other
direction is put to real workers.
"""

from __future__ import annotations

import itertools
import struct
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from autograder.course import Course
from autograder.errors import HarnessError
from autograder.grading import Grader
from autograder.limits import Limits
from autograder.outcome import Died, Outcome, Raised, Returned, Unreadable
from autograder.worker.child import protocol
from autograder.worker.child.protocol import HEADER, Frames, MalformedError, Reader, Writer
from autograder.worker.forked import ForkServer
from autograder.worker.process import End
from autograder.worker.request import Request
from autograder.worker.session import Session

from .world import check_reports

LIMITS = Limits(2.0, 4.0, 8.0, 16.0, 128, 20, 1000)

# What may cross

TEXTS = st.text(max_size=20) | st.text(st.characters(categories=["Cs", "Cc", "Cf"]), max_size=8)
ARRAYS = st.sampled_from(protocol.DTYPES).flatmap(
    lambda dtype: hnp.arrays(
        dtype, hnp.array_shapes(min_dims=0, max_dims=8, min_side=0, max_side=3)
    )
)
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-(10**99), 10**99)
    | st.floats()
    | TEXTS
    | ARRAYS
    | TEXTS.map(Unreadable)
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(TEXTS | st.sampled_from(["Q", "K", "V", "S", "M", "A"]), inner)
    ),
    max_leaves=6,
)
RAISED = st.builds(
    Raised,
    kind=TEXTS,
    kinds=st.lists(TEXTS | st.just("NotImplementedError"), max_size=3).map(tuple),
    text=TEXTS,
    line=st.none() | st.integers(1, 2**31 - 1),
    function=st.none() | TEXTS,
)
OUTCOMES = st.builds(Returned, VALUES) | RAISED


def result(number: int, value: Any = None) -> bytes:
    writer = Writer(unreadable=Unreadable)
    writer.number(number)
    for part in (value, (), {}):
        writer.value(part)
    return writer.frame(b"R")


def error(number: int, raised: Raised) -> bytes:
    writer = Writer(unreadable=Unreadable)
    writer.number(number)
    writer.text(raised.kind)
    writer.value(raised.kinds)
    writer.text(raised.text)
    for part in (raised.line, raised.function, (), {}):
        writer.value(part)
    return writer.frame(b"E")


def question(number: int, index: int, args: Any, kwargs: Any) -> bytes:
    writer = Writer(unreadable=Unreadable)
    writer.number(number)
    writer.number(index)
    writer.value(args)
    writer.value(kwargs)
    return writer.frame(b"Q")


NUMBERS = st.integers(0, 3) | st.just(2**32 - 1)
FROM_WORKER = (
    st.builds(result, NUMBERS, VALUES)
    | st.builds(error, NUMBERS, RAISED)
    | st.builds(question, NUMBERS, NUMBERS, VALUES, VALUES)
    | st.builds(
        question,
        st.just(1),
        st.just(0),
        st.lists(VALUES).map(tuple),
        st.dictionaries(TEXTS, VALUES),
    )
)


@st.composite
def mangled(draw: st.DrawFn, frames: st.SearchStrategy[bytes]) -> bytes:
    """Good messages in a row, some cut, doubled, overwritten or announced longer than they are."""
    stream = bytearray()
    for frame in draw(st.lists(frames, min_size=1, max_size=4)):
        piece = bytearray(frame)
        how = draw(st.sampled_from(["whole", "whole", "cut", "twice", "byte", "length", "kind"]))
        if how == "cut":
            del piece[draw(st.integers(0, len(piece))) :]
        elif how == "twice":
            piece *= 2
        elif how == "byte":
            piece[draw(st.integers(0, len(piece) - 1))] = draw(st.integers(0, 255))
        elif how == "length":
            piece[1:5] = struct.pack("<I", draw(st.integers(0, 2**32 - 1)))
        elif how == "kind":
            piece[:1] = draw(st.binary(min_size=1, max_size=1))
        stream += piece
    return bytes(stream)


class Puppet:
    """A worker that says what it is told to, in pieces."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = list(pieces)

    @property
    def channel(self) -> Puppet:
        return self

    def put(self, data: bytes) -> None:
        frames = Frames()
        frames.feed(data)
        while (frame := frames.next()) is not None:
            assert frame[0] in (b"L", b"C", b"A", b"F")

    def take(self, _: float) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""

    def close(self) -> None:
        pass

    def cpu_s(self) -> None:
        return None

    def wait(self, _: float) -> End:
        return End(0)

    def kill(self) -> End:
        return End(-9)


def hello() -> bytes:
    writer = Writer()
    writer.text("facts")
    return writer.frame(b"H")


def odd_answer(*_: Any, **__: Any) -> Any:
    """A function of a course, which may do anything with what it is asked."""
    raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "\ud800")


@settings(deadline=None, max_examples=300)
@given(mangled(FROM_WORKER), st.integers(1, 50))
def test_any_messages_in_a_row_give_an_outcome(stream: bytes, size: int) -> None:
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    session = Session(Puppet(hello(), result(0), *pieces), LIMITS, b"", "work", "work.py")
    for _ in range(3):
        outcome = session.call("f", (odd_answer, np.ones(2)), {"step": len})
        assert isinstance(outcome, (Returned, Raised, Died))
    session.close()


@settings(deadline=None, max_examples=200)
@given(mangled(st.just(hello()) | FROM_WORKER))
def test_any_greeting_gives_a_session_or_withholds(stream: bytes) -> None:
    try:
        session = Session(Puppet(stream), LIMITS, b"", "work", "work.py")
    except HarnessError:
        return
    assert isinstance(session.loaded, (Returned, Raised, Died))


# Through the whole of grading


class Oracle:
    """Stands in the place of the launcher: every call has an outcome that was drawn."""

    alive = True
    cpu_s = wall_s = 0.0
    loaded = Returned(None)

    def __init__(self, outcomes: list[Outcome], per_function: bool) -> None:
        self._outcomes = outcomes
        self._places = itertools.count()
        self._per_function = per_function
        self._functions: dict[str, int] = {}

    def session(self, *_: Any, **__: Any) -> Oracle:
        return self

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass

    def spend(self, *_: float) -> None:
        pass

    def call_all(self, requests: Sequence[Request]) -> Generator[Outcome]:
        for request in requests:
            place = next(self._places)
            if self._per_function:
                place = self._functions.setdefault(request.function, len(self._functions))
            outcome = self._outcomes[place % len(self._outcomes)]
            yield replace(outcome, args=request.args, kwargs=request.kwargs)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("stage", "examples"),
    [("shapes", 40), ("scores", 15), ("masks", 15), ("softmax", 6), ("W_O", 4), ("batching", 3)],
)
def test_any_outcomes_give_a_report(
    stage: str, examples: int, grader: Grader, course: Course, tmp_path: Path
) -> None:
    (tmp_path / f"{stage}.py").write_text("")
    names = [item.name for item in course.stages[stage].objects]
    launcher = grader._launcher
    mappings = st.dictionaries(st.sampled_from(names), VALUES).map(Returned)
    outcomes = st.lists(OUTCOMES | mappings, min_size=1, max_size=4)

    @settings(
        deadline=None,
        derandomize=True,
        max_examples=examples,
        phases=[Phase.generate],  # grading is too slow to look for a smaller example
        suppress_health_check=list(HealthCheck),
    )
    @given(outcomes, st.booleans())
    def check(drawn: list[Outcome], per_function: bool) -> None:
        grader._launcher = Oracle(drawn, per_function)  # type: ignore[assignment]
        result = grader.grade_stage(stage, tmp_path)
        assert result.points is not None, result.error
        check_reports(course, "strong", result)

    try:
        check()
    finally:
        grader._launcher = launcher


# Towards the worker


def load(source: bytes, name: str) -> bytes:
    writer = Writer()
    writer.text(name)
    writer.text("work.py")
    writer.data(source)
    return writer.frame(b"L")


def call(number: int, function: str, returns: str, args: Any, kwargs: Any) -> bytes:
    writer = Writer(callables=[])
    writer.number(number)
    writer.text(function)
    writer.text(returns)
    writer.value(args)
    writer.value(kwargs)
    return writer.frame(b"C")


SENDABLE = VALUES.filter(lambda value: _is_sendable(value))
SOURCE = b"def f(*args, **names):\n    return args, names\n\ndef g(layer):\n    return layer(1)\n"
TO_WORKER = (
    st.builds(load, st.just(SOURCE) | st.binary(max_size=30), TEXTS | st.just("work"))
    | st.builds(
        call,
        NUMBERS,
        st.sampled_from(["f", "g"]) | TEXTS,
        st.sampled_from(["one", "sequence", "mapping"]) | TEXTS,
        SENDABLE,
        SENDABLE,
    )
    | st.builds(
        lambda kind, body: HEADER.pack(kind, len(body)) + body,
        st.binary(min_size=1, max_size=1),
        st.binary(max_size=40),
    )
)


def _is_sendable(value: Any) -> bool:
    try:
        Writer(callables=[]).value(value)
    except protocol.UnencodableError:
        return False
    return True


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    for wrap in (True, False):
        try:
            made = ForkServer(wrap, False)
        except HarnessError as error:
            reason = str(error)
            continue
        yield made
        made.stop()
        return
    pytest.skip(reason)


def test_any_messages_towards_a_worker_are_answered_or_end_it(server: ForkServer) -> None:
    @settings(deadline=None, max_examples=120, derandomize=True)
    @given(mangled(TO_WORKER))
    def check(stream: bytes) -> None:
        process = server.fork(LIMITS)
        channel = process.channel
        assert channel.take(time.monotonic() + 5) not in (None, b"")  # the greeting
        channel.put(stream)
        frames = Frames()
        while data := channel.take(time.monotonic() + 0.02):
            frames.feed(data)
            while (frame := frames.next()) is not None:
                assert frame[0] in protocol.KINDS_FROM_WORKER
        channel.close()
        assert process.wait(5) is not None, "it lives on though nobody is there"
        process.kill()

    check()


@settings(deadline=None)
@given(mangled(TO_WORKER))
def test_a_worker_reads_values_or_calls_them_malformed(stream: bytes) -> None:
    frames = Frames()
    frames.feed(stream)
    try:
        while (frame := frames.next()) is not None:
            reader = Reader(frame[1], proxy=lambda index: index)
            reader.number()
            reader.value()
            reader.end()
    except MalformedError:
        return
