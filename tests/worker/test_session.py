"""Whatever comes from a worker, a session answers with an outcome."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.errors import HarnessError
from autograder.outcome import Died, Raised, Returned, Unreadable
from autograder.worker.child.protocol import HEADER, Frames, Writer
from autograder.worker.process import End
from autograder.worker.request import Request
from autograder.worker.session import Session

from .conftest import LIMITS


class Script:
    """A worker that says what it was told to, a piece each time it is listened to."""

    def __init__(self, *pieces: bytes | None, end: End | None = None) -> None:
        self.pieces = list(pieces)
        self.end = End(0) if end is None else end
        self.sent: list[bytes] = []
        self.killed = False

    @property
    def channel(self) -> Script:
        return self

    def put(self, data: bytes) -> None:
        self.sent.append(data)

    def take(self, until: float) -> bytes | None:
        piece = self.pieces.pop(0) if self.pieces else b""
        if piece is None:
            time.sleep(max(0.0, until - time.monotonic()))
        return piece

    def close(self) -> None:
        pass

    def cpu_s(self) -> float | None:
        return None

    def wait(self, _: float) -> End | None:
        return self.end

    def kill(self) -> End:
        self.killed = True
        return self.end


def hello() -> bytes:
    writer = Writer()
    writer.text("facts")
    return writer.frame(b"H")


def returned(number: int, value: object = None, after: tuple[object, ...] = ()) -> bytes:
    writer = Writer(unreadable=Unreadable)
    writer.number(number)
    writer.value(value)
    writer.value(after)
    writer.value({})
    return writer.frame(b"R")


def raised(number: int, kinds: object, line: object = 3) -> bytes:
    writer = Writer()
    writer.number(number)
    writer.text("ValueError")
    writer.value(kinds)
    writer.text("no")
    writer.value(line)
    writer.value("f")
    writer.value(())
    writer.value({})
    return writer.frame(b"E")


def question(number: int, index: int, *args: object) -> bytes:
    writer = Writer()
    writer.number(number)
    writer.number(index)
    writer.value(args)
    writer.value({})
    return writer.frame(b"Q")


def start(*pieces: bytes | None, end: End | None = None) -> tuple[Session, Script]:
    script = Script(hello(), returned(0), *pieces, end=end)
    return Session(script, LIMITS, b"", "work", "work.py"), script


def kinds(script: Script) -> list[bytes]:
    """Kinds of the frames that were sent to it."""
    frames = Frames()
    frames.feed(b"".join(script.sent))
    return [kind for kind, _ in iter(frames.next, None)]


@settings(deadline=None)
@given(st.binary(max_size=100))
def test_any_bytes_give_an_outcome(data: bytes) -> None:
    session, _ = start(data)
    assert isinstance(session.call("f", (), {}), Returned | Raised | Died)


@settings(deadline=None)
@given(st.sampled_from([b"R", b"E", b"Q", b"H", b"X"]), st.binary(max_size=60))
def test_any_body_gives_an_outcome(kind: bytes, body: bytes) -> None:
    session, script = start(HEADER.pack(kind, len(body)) + b"\x01\x00\x00\x00" + body)
    assert isinstance(session.call("f", (abs,), {}), Returned | Raised | Died)
    assert session.alive != script.killed


@settings(deadline=None)
@given(st.data())
def test_a_changed_byte_of_an_answer_gives_an_outcome(data: st.DataObject) -> None:
    answer = bytearray(returned(1, (1, 2.0, {"a": np.ones((2, 2))}, Unreadable("set"))))
    answer[data.draw(st.integers(0, len(answer) - 1))] = data.draw(st.integers(0, 255))
    session, _ = start(bytes(answer))
    assert isinstance(session.call("f", (), {}), Returned | Raised | Died)


def test_a_good_answer_is_returned_however_it_is_split() -> None:
    frame = returned(1, np.arange(3), (4,))
    session, script = start(*(bytes([byte]) for byte in frame))
    outcome = session.call("f", (4,), {})
    assert isinstance(outcome, Returned)
    assert outcome.value.tolist() == [0, 1, 2]
    assert outcome.args == (4,)
    assert session.alive
    assert not script.killed


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(returned(0), id="to an earlier call"),
        pytest.param(returned(2), id="to a later call"),
        pytest.param(returned(1) + b"R", id="and more"),
        pytest.param(returned(1) + returned(2), id="two answers"),
        pytest.param(hello(), id="a greeting"),
        pytest.param(question(1, 0), id="a question to nobody"),
        pytest.param(raised(1, "ValueError"), id="kinds that are none"),
        pytest.param(raised(1, ("ValueError",), line=-1), id="a line that is none"),
        pytest.param(HEADER.pack(b"R", 2**32 - 1), id="a claim of much"),
        pytest.param(HEADER.pack(b"?", 0), id="an unknown kind"),
        pytest.param(returned(1)[:-3], id="half an answer"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_a_breach_of_the_protocol_ends_the_session(answer: bytes) -> None:
    session, script = start(answer)
    outcome = session.call("f", (), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == "crash"
    assert script.killed
    assert not session.alive
    assert session.call("f", (), {}) == outcome


def test_an_answer_before_the_question_ends_the_session() -> None:
    session = Session(
        Script(hello(), returned(0) + returned(1, 42)), LIMITS, b"", "work", "work.py"
    )
    assert isinstance(session.loaded, Died)


@pytest.mark.parametrize(
    ("end", "cause", "words"),
    [
        (End(3), "crash", "exit status 3"),
        (End(-11), "crash", "SIGSEGV"),
        (End(-24), "time_out", "CPU time"),
        (End(78), "memory", "256 MB"),
        (End(-11, peak_mb=270.0), "memory", "256 MB"),
        (End(-99), "crash", "signal 99"),
    ],
    ids=str,
)
def test_an_end_is_explained(end: End, cause: str, words: str) -> None:
    session, _ = start(end=end)
    outcome = session.call("f", (), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == cause
    assert words in outcome.detail


def test_questions_beyond_the_numbers_of_the_call_are_refused_by_this_side() -> None:
    asked = []
    session, script = start(question(1, 0, np.zeros(1001)), question(1, 0, 1), returned(1))
    session.call("f", (asked.append,), {})
    assert asked == [1]
    assert b"numbers" in script.sent[2]


def test_silence_ends_at_the_wall_limit() -> None:
    script = Script(hello(), returned(0), None)
    session = Session(script, replace(LIMITS, call_wall_s=0.05), b"", "work", "work.py")
    assert session.call("f", (), {}) == Died("time_out", "ran for more than 0.05 s of time")


def test_dripping_bytes_end_at_the_wall_limit() -> None:
    class Drip(Script):
        def take(self, _: float) -> bytes | None:
            if self.pieces:
                return self.pieces.pop(0)
            time.sleep(0.001)
            return b"R" if self.sent[1:] and not self.killed else None

    script = Drip(hello(), returned(0), HEADER.pack(b"R", 10**6))
    session = Session(script, replace(LIMITS, call_wall_s=0.05), b"", "work", "work.py")
    outcome = session.call("f", (), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == "time_out"


def test_a_worker_that_could_not_be_locked_down_withholds_the_mark() -> None:
    writer = Writer()
    writer.text("landlock: no")
    with pytest.raises(HarnessError, match="landlock: no"):
        Session(Script(writer.frame(b"X")), LIMITS, b"", "work", "work.py")


def test_a_worker_that_never_came_up_withholds_the_mark() -> None:
    with pytest.raises(HarnessError, match="did not start"):
        Session(Script(), LIMITS, b"", "work", "work.py")


def test_an_argument_without_a_place_withholds_the_mark() -> None:
    session, _ = start()
    with pytest.raises(HarnessError, match="f cannot be called"):
        session.call("f", ({1},), {})


def requests(count: int, *args: object) -> list[Request]:
    return [Request("f", args, {}) for _ in range(count)]


def test_calls_that_ask_nothing_are_sent_together_and_answered_one_by_one() -> None:
    session, script = start(returned(1, 10) + returned(2, 20), raised(3, ("ValueError",)))
    outcomes = list(session.call_all(requests(3)))
    assert [type(outcome) for outcome in outcomes] == [Returned, Returned, Raised]
    assert [outcome.value for outcome in outcomes[:2]] == [10, 20]
    assert len(script.sent) == 2  # the file, and all calls
    assert session.alive


def test_a_call_that_may_ask_goes_alone() -> None:
    session, script = start(returned(1), returned(2), returned(3), returned(4))
    list(session.call_all([*requests(2), *requests(1, abs), *requests(1)]))
    assert len(script.sent) == 4


def test_a_death_ends_the_calls_that_were_sent_with_it() -> None:
    session, script = start(returned(1), end=End(3))
    first, second = session.call_all(requests(4))
    assert isinstance(first, Returned)
    assert second == Died("crash", "ended its process with exit status 3")
    assert script.killed


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param(returned(2) + returned(1), id="in another order"),
        pytest.param(returned(1) + returned(2) + returned(3), id="one too many"),
    ],
)
def test_answers_to_calls_sent_together_must_be_theirs(answers: bytes) -> None:
    session, script = start(answers)
    outcomes = list(session.call_all(requests(2)))
    assert isinstance(outcomes[-1], Died)
    assert script.killed


def test_whoever_asks_something_else_before_all_answers_came_ends_the_session() -> None:
    session, script = start(returned(1), returned(2), returned(3))
    first, _, last = requests(3)
    next(session.call_all([first, last]))
    assert session.alive
    assert list(session.call_all([first])) == []
    assert script.killed
    assert not session.alive


def test_calls_sent_ahead_are_answered_when_they_are_made() -> None:
    script = Script(hello(), returned(0), returned(1), returned(2), returned(3))
    ahead = requests(2)
    session = Session(script, LIMITS, b"", "work", "work.py", ahead=ahead)
    assert kinds(script) == [b"L", b"C", b"C"]
    more = requests(1)
    outcomes = [*session.call_all(ahead[:1]), *session.call_all([*ahead[1:], *more])]
    assert [outcome.value for outcome in outcomes] == [None, None, None]


def test_a_call_that_asks_back_is_not_sent_ahead() -> None:
    script = Script(hello(), returned(0))
    asking = Request("f", (lambda: 1,), {})
    Session(script, LIMITS, b"", "work", "work.py", ahead=[*requests(1), asking, *requests(1)])
    assert kinds(script) == [b"L", b"C"]


def test_arguments_told_to_stand_as_sent_are_those_that_were_sent() -> None:
    writer = Writer()
    writer.number(1)
    for value in (5, None, None):
        writer.value(value)
    session, _ = start(writer.frame(b"R"))
    outcome = session.call("f", (np.arange(3), "word"), {"key": 2})
    assert isinstance(outcome, Returned)
    assert outcome.args[0].tolist() == [0, 1, 2]
    assert (outcome.args[1], outcome.kwargs) == ("word", {"key": 2})
