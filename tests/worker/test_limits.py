"""Time and memory end a call, and what comes after goes on."""

from __future__ import annotations

import os
import socket

import numpy as np
import pytest

from autograder.outcome import Died, Raised, Returned
from autograder.worker import Launcher
from autograder.worker.channel import QuietChannel
from autograder.worker.child.protocol import CHUNK
from autograder.worker.request import Request

from .conftest import Open, linux_only, session

SOURCE = """
import numpy as np, time

def loop():
    while True:
        pass

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def sleep(seconds):
    time.sleep(seconds)

def fine():
    return 1

def ask(layer):
    layer()
"""


@pytest.mark.parametrize(
    ("call", "limits", "detail"),
    [
        (("loop",), {"call_cpu_s": 0.1}, "ran for more than 0.1 s of CPU time"),
        (("loop",), {"stage_cpu_s": 0.2}, "ran for more than 0.2 s of CPU time in all"),
        (("loop",), {"call_wall_s": 0.2}, "ran for more than 0.2 s of time"),
        (("sleep", 60), {"call_wall_s": 0.1}, "ran for more than 0.1 s of time"),
        (("sleep", 60), {"stage_wall_s": 0.3}, "ran for more than 0.3 s of time in all"),
    ],
)
def test_time_is_up(
    launcher: Launcher, call: tuple[str, ...], limits: dict[str, float], detail: str
) -> None:
    with session(launcher, SOURCE, **limits) as worker:
        assert worker.call(call[0], call[1:], {}) == Died("time_out", detail)
        assert not worker.alive
        assert isinstance(worker.call("fine", (), {}), Died)
    with session(launcher, SOURCE) as worker:
        assert isinstance(worker.call("fine", (), {}), Returned)


def test_a_stage_adds_up_its_calls(opened: Open) -> None:
    worker = opened(SOURCE, stage_cpu_s=0.5, call_cpu_s=0.4)
    outcomes = [worker.call("burn", (0.2,), {}) for _ in range(3)]
    assert [type(outcome) for outcome in outcomes] == [Returned, Returned, Died]
    assert worker.cpu_s >= 0.4


def test_sleeping_takes_no_cpu(opened: Open) -> None:
    worker = opened(SOURCE, call_cpu_s=0.2)
    assert isinstance(worker.call("sleep", (0.3,), {}), Returned)
    assert worker.cpu_s < 0.2
    assert worker.wall_s >= 0.3


def test_the_import_is_limited_too(opened: Open) -> None:
    loaded = opened("while True:\n    pass", call_cpu_s=0.1).loaded
    assert isinstance(loaded, Died)
    assert loaded.cause == "time_out"


def test_a_slow_answer_counts_in_the_wall_limit(opened: Open) -> None:
    import time

    outcome = opened(SOURCE, call_wall_s=0.1).call("ask", (lambda: time.sleep(0.2),), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == "time_out"


def test_endless_questions_end_in_time(opened: Open) -> None:
    source = """
        def f(layer):
            while True:
                try:
                    layer()
                except ValueError:
                    pass
    """
    outcome = opened(source, call_wall_s=0.3).call("f", (lambda: None,), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == "time_out"


@pytest.mark.parametrize(
    "statement",
    [
        "x = [bytearray(1 << 20) for _ in range(2000)]",
        "import numpy as np; x = np.ones((1 << 28,))",
        "x = list(range(10**9))",
        "x = 'a' * 10**10",
        "global kept\n    kept = []\n    while True:\n        kept.append([0] * 10)",
        "raise MemoryError",
    ],
    ids=range(6),
)
def test_memory_is_limited(sandbox: Launcher, statement: str) -> None:
    with session(sandbox, f"def f():\n    {statement}") as worker:
        outcome = worker.call("f", (), {})
        assert isinstance(outcome, Died)
        assert outcome.cause == "memory" or "SIGSEGV" in outcome.detail
        assert not worker.alive


def test_recursion_without_limit_ends(sandbox: Launcher) -> None:
    source = "import sys\nsys.setrecursionlimit(10**8)\ndef f():\n    return f() + 1"
    with session(sandbox, source, call_wall_s=2) as worker:
        assert isinstance(worker.call("f", (), {}), Died | Raised)


def test_less_memory_is_no_matter(sandbox: Launcher) -> None:
    with session(sandbox, "def f():\n    return len(bytearray(150 << 20))") as worker:
        assert isinstance(worker.call("f", (), {}), Returned)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("import os; os._exit(0)", "exit status 0"),
        ("import os; os._exit(7)", "exit status 7"),
        ("import ctypes; ctypes.string_at(1)", "SIGSEGV"),
        ("import os; os.close(3); os._exit(5)", "exit status"),
        ("import os; os.closerange(3, 100)", ""),
        ("import os; os.write(4, b'R' * 100)", "no answer"),
        ("import os; os.close(4)", ""),
        ("import sys; sys.setrecursionlimit(10**6); f = lambda x: [f] and repr(x)", ""),
    ],
    ids=range(8),
)
def test_a_crash_is_an_outcome(sandbox: Launcher, statement: str, words: str) -> None:
    with session(sandbox, f"def f():\n    {statement}\n    return 1") as worker:
        outcome = worker.call("f", (), {})
    if isinstance(outcome, Died):
        assert outcome.cause == "crash"
        assert words in outcome.detail
    else:
        assert isinstance(outcome, Returned | Raised)
        assert words == ""
    with session(sandbox, SOURCE) as worker:
        assert isinstance(worker.call("fine", (), {}), Returned)


def test_what_was_answered_before_a_death_counts(launcher: Launcher) -> None:
    source = """
        import os

        def f(x):
            while x == 1:
                pass
            return os._exit(0) if x == 2 else x
    """
    for fatal in (1, 2):
        requests = [Request("f", (x,), {}) for x in (3, 4, fatal, 5)]
        with session(launcher, source, call_wall_s=1) as worker:
            outcomes = list(worker.call_all(requests))
        assert [outcome.value for outcome in outcomes[:2]] == [3, 4]
        assert isinstance(outcomes[2], Died)
        assert outcomes[2].cause == ("time_out" if fatal == 1 else "crash")
        assert len(outcomes) == 3


def test_answers_that_no_buffer_holds_come_whole_and_in_order(launcher: Launcher) -> None:
    source = "import numpy as np\n\n\ndef f(k):\n    return np.full(30_000, k)\n"
    with session(launcher, source) as worker:
        outcomes = list(worker.call_all([Request("f", (k,), {}) for k in range(20)]))
    assert [outcome.value.tolist() for outcome in outcomes] == [[k] * 30_000 for k in range(20)]


def test_time_used_by_another_worker_counts(opened: Open) -> None:
    worker = opened(SOURCE, stage_cpu_s=1.0, stage_wall_s=50)
    worker.spend(0.9, 40.0)
    assert worker.cpu_s >= 0.9
    assert worker.wall_s >= 40
    died = worker.call("burn", (0.5,), {})
    assert died == Died("time_out", "ran for more than 1 s of CPU time in all")


@linux_only
def test_a_worker_that_never_stops_ringing_gets_no_more_time() -> None:
    ours, theirs = socket.socketpair()
    answers, kept = os.pipe2(os.O_NONBLOCK)
    channel = QuietChannel(ours, answers)
    channel.peer_pid = os.getpid()
    theirs.setblocking(False)
    rung = theirs.send(bytes(3 * CHUNK))
    assert rung > CHUNK  # more than is heard at once
    assert channel.take(0.0) is None
    assert ours.recv(CHUNK)
    channel.close()
    theirs.close()
    os.close(kept)


def test_a_worker_that_does_not_read_blocks_nobody(launcher: Launcher) -> None:
    # the first answer is larger than any buffer; the student's code never reads it whole
    source = """
        import os, signal, time
        def f(layer):
            signal.signal(signal.SIGALRM, lambda *a: time.sleep(60))
            signal.setitimer(signal.ITIMER_REAL, 0.02, 0.01)
            layer()
    """

    def layer() -> np.ndarray:
        import time

        time.sleep(0.1)
        return np.zeros(1_000_000)

    with session(launcher, source, call_wall_s=0.5) as worker:
        outcome = worker.call("f", (layer,), {})
    assert isinstance(outcome, Died)
    assert outcome.cause == "time_out"
