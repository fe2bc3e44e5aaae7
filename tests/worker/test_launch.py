from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.errors import (
    Complaint,
    CourseError,
    HarnessError,
    IsolationError,
    UsageError,
)
from autograder.outcome import Raised, Returned
from autograder.worker import Launcher, view
from autograder.worker.request import Request

from .conftest import linux_only, session

ONE = "def f():\n    return 1"


def test_auto_takes_a_level_that_it_names(launchers: Callable[[str], Launcher]) -> None:
    launcher = launchers("auto")
    assert launcher.level in ("strong", "confined", "limits")
    assert launcher.facts
    assert launcher.level not in launcher.reasons


@linux_only
def test_a_level_that_cannot_be_had_is_an_error_and_auto_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(view, "bubblewrap", lambda: (None, "bubblewrap is not installed"))
    with pytest.raises(IsolationError, match="bubblewrap is not installed"):
        Launcher("strong")
    with Launcher("auto") as launcher:
        assert launcher.level != "strong"
        assert launcher.reasons["strong"] == "bubblewrap is not installed"


@linux_only
def test_a_bubblewrap_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(view, "bubblewrap", lambda: (str(fake), ""))
    with pytest.raises(IsolationError, match="setting up uid map: Permission denied"):
        Launcher("strong")


@linux_only
def test_a_bubblewrap_that_protects_nothing_is_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
    fake.chmod(0o755)
    monkeypatch.setattr(view, "bubblewrap", lambda: (str(fake), ""))
    with pytest.raises(IsolationError, match="hidden file"):
        Launcher("strong")


@linux_only
def test_a_dead_fork_server_is_replaced(sandbox: Launcher) -> None:
    server = sandbox._server
    assert server is not None
    os.kill(server._popen.pid, signal.SIGKILL)
    server._popen.wait(10)
    with session(sandbox, ONE) as worker:
        assert worker.call("f", (), {}) == Returned(1)
    assert sandbox._server is not server


@linux_only
def test_a_stopped_fork_server_does_not_hold_a_session_for_ever(sandbox: Launcher) -> None:
    with session(sandbox, ONE) as worker:
        assert worker.call("f", (), {}) == Returned(1)
    with session(sandbox, ONE) as worker:
        server = sandbox._server
        assert server is not None
        server._popen.kill()
        server._popen.wait()
    with session(sandbox, ONE) as worker:
        assert worker.call("f", (), {}) == Returned(1)


def test_a_pipe_that_stays_small_is_no_matter(
    sandbox: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    real = fcntl.fcntl

    def small(pipe: int, _order: int, _size: int) -> int:
        real(pipe, fcntl.F_SETPIPE_SZ, 4096)
        raise PermissionError  # as Linux answers a user beyond pipe-user-pages-soft

    monkeypatch.setattr(fcntl, "fcntl", small)
    with session(sandbox, "import numpy as np\ndef f(k): return np.full(9_000, k)") as worker:
        outcomes = list(worker.call_all([Request("f", (k,), {}) for k in range(9)]))
    assert [outcome.value.tolist() for outcome in outcomes] == [[k] * 9_000 for k in range(9)]


def test_a_session_is_had_without_what_only_unix_has() -> None:
    program = """
import sys
sys.modules.update(dict.fromkeys(("fcntl", "pwd", "grp", "termios")))
import autograder.cli, autograder.check
from autograder.worker import Launcher, Limits
with Launcher("limits") as launcher:
    with launcher.session(b"def f(): return 7", "work", "work.py", Limits()) as worker:
        print(worker.call("f", (), {}).value)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout.split() == ["7"], said.stderr


def test_two_sessions_live_side_by_side(launcher: Launcher) -> None:
    with session(launcher, ONE) as first:
        with session(launcher, "def f():\n    return 2") as second:
            assert first.call("f", (), {}) == Returned(1)
            assert second.call("f", (), {}) == Returned(2)
        assert first.call("f", (), {}) == Returned(1)


def test_output_is_shown_where_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    source = (
        "import sys\nprint('one')\ndef f():\n    print('two')\n    print('three', file=sys.stderr)"
    )
    for level in ("auto", "limits"):
        with (
            Launcher(level, echo_output=True) as launcher,  # type: ignore[arg-type]
            session(launcher, source) as worker,
        ):
            assert worker.call("f", (), {}) == Returned(None)
        out, err = capfd.readouterr()
        assert out == ""
        assert err.split() == ["one", "two", "three"]


def test_output_is_hidden_otherwise(launcher: Launcher, capfd: pytest.CaptureFixture[str]) -> None:
    with session(launcher, "print('one')\nimport os\nos.write(2, b'two')\n" + ONE) as worker:
        assert worker.call("f", (), {}) == Returned(1)
    assert capfd.readouterr() == ("", "")


def test_a_worker_sees_only_what_it_needs() -> None:
    seen = view.look()
    assert str(view.CHILD_FOLDER) in seen.kept
    checkout = view.CHILD_FOLDER.parents[2]
    for path in seen.readable:
        assert not checkout.is_relative_to(path)
    assert not any(Path(path).name.endswith("-packages") for path in seen.kept)


def test_a_child_installed_among_other_packages_is_still_seen(
    sandbox: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    among = str(view.CHILD_FOLDER.parent)
    seen = view.look()
    seen = replace(seen, readable=(*seen.readable, among), masked=(*seen.masked, among))
    monkeypatch.setattr(view, "look", lambda: seen)
    source = "def f(path):\n    return open(path).read()"
    with Launcher(sandbox.level) as launcher, session(launcher, source) as worker:
        hidden = worker.call("f", (str(view.CHILD_FOLDER.parent / "session.py"),), {})
        shown = worker.call("f", (str(view.CHILD_FOLDER / "protocol.py"),), {})
    assert isinstance(hidden, Raised)
    assert isinstance(shown, Returned)


def test_many_sessions_leave_no_descriptor_open(sandbox: Launcher) -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    with session(sandbox, ONE):
        pass
    before = opened()
    for _ in range(50):
        with session(sandbox, ONE) as worker:
            assert worker.call("f", (), {}) == Returned(1)
    assert opened() == before


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_grader_cannot_be_read_by_its_user() -> None:
    import ctypes

    with Launcher("limits"):
        assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0


@pytest.mark.parametrize(
    "error",
    [
        HarnessError("we failed"),
        IsolationError("not here"),
        UsageError("not so"),
        CourseError(Path("course.yml"), [Complaint(3, "no such check")]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_error_pickles(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made on this line
    assert type(again) is type(error)
    assert str(again) == str(error)
