"""What student code must not reach, tried by student code and judged from outside."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.outcome import Raised, Returned
from autograder.worker import Launcher, probe, view

from .conftest import LIMITS, linux_only, session

pytestmark = linux_only


@pytest.fixture
def target() -> Iterator[str]:
    """Give a file that every user could read and write, but for the sandbox."""
    with probe.target() as path:
        yield path


@pytest.mark.parametrize("attempt", probe.ATTEMPTS, ids=lambda attempt: attempt.function)
def test_the_attempt_works_without_a_sandbox(
    attempt: probe.Attempt, launchers: Callable[[str], Launcher], target: str
) -> None:
    with launchers("limits").session(probe.SOURCE, "probe", "probe.py", LIMITS) as worker:
        assert probe.succeeds(worker, attempt, target)


@pytest.mark.parametrize("attempt", probe.ATTEMPTS, ids=lambda attempt: attempt.function)
def test_the_attempt_fails_inside(attempt: probe.Attempt, sandbox: Launcher, target: str) -> None:
    if attempt.needs_namespace and sandbox.level == "confined":
        pytest.skip("only bubblewrap stops this one for every user")
    with sandbox.session(probe.SOURCE, "probe", "probe.py", LIMITS) as worker:
        assert not probe.succeeds(worker, attempt, target)
    assert sorted(entry.name for entry in Path(target).parent.iterdir()) == ["hidden"]


ATTACKS = {
    "its own process file": "open('/proc/self/maps').read()",
    "other processes": "os.listdir('/proc/1/fd')",
    "users": "open('/etc/passwd').read()",
    "a terminal": "os.open('/dev/tty', os.O_RDWR)",
    "shared memory": "open('/dev/shm/left', 'w')",
    "a temporary file": "__import__('tempfile').TemporaryFile()",
    "a folder": "os.mkdir('/left')",
    "a link": "os.symlink('/etc', '/left')",
    "memory by name": "os.memfd_create('left')",
    "the library": "open(os.__file__, 'a')",
    "a namespace": "os.unshare(0x10000000) if hasattr(os, 'unshare') else 1 / 0",
    "a kill of all": "os.kill(-1, 9)",
    "a kill of its group": "os.killpg(0, 9)",
    "priority": "os.setpriority(os.PRIO_PROCESS, 0, -5)",
    "another user": "os.setuid(0) or os.setgroups([0])",
    "a program": "os.execv('/bin/sh', ['sh'])",
    "a pipe to a program": "os.popen('true').close()",
    "a subprocess": "__import__('subprocess').run(['true'])",
    "a process pool": "__import__('multiprocessing').Pool(1)",
    "a thread": "__import__('_thread').start_new_thread(int, ())",
    "a local socket": "__import__('socket').socketpair()",
    "limits raised": "__import__('resource').setrlimit(7, (999, 999))",
    "limits of another": "__import__('resource').prlimit(os.getppid(), 7, (1, 1))",
    "typing into a terminal": "__import__('fcntl').ioctl(0, 0x5412, b'x')",
    "signals by a file": "__import__('fcntl').fcntl(3, 8, os.getppid())",
    "a sixth descriptor": "[os.fstat(fd) for fd in range(5, 4096) if _is_open(fd)][0]",
    "the grader's modules": "__import__('autograder')",
    "a change of root": "os.chroot('/')",
    "ptrace": "_call(101, 16, os.getppid(), 0, 0)",
    "the kernel's keys": "_call(248, b'user', b'left', b'x', 1, -3)",
    "System V memory": "_call(29, 1234, 4096, 0o1600)",
    "io_uring": "_call(425, 1, 0)",
    "a foreign call number": "_call(0x40000000 + 57)",
}
HELPERS = """
import ctypes, os

def _is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

def _call(*words):
    result = ctypes.CDLL(None, use_errno=True).syscall(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""


@pytest.mark.parametrize("what", ATTACKS)
def test_an_attack_fails_and_the_next_session_is_unharmed(sandbox: Launcher, what: str) -> None:
    if "_call" in ATTACKS[what] and os.uname().machine != "x86_64":
        pytest.skip("these numbers are those of x86-64")
    with session(sandbox, f"{HELPERS}\ndef f():\n    return {ATTACKS[what]}") as worker:
        assert worker.loaded == Returned(None)
        assert not isinstance(worker.call("f", (), {}), Returned)
    with session(sandbox, "def f():\n    return 1") as worker:
        assert worker.call("f", (), {}) == Returned(1)


def test_hidden_folders_are_not_even_there(launchers: Callable[[str], Launcher]) -> None:
    source = "import os\ndef f(path):\n    return os.path.exists(path)"
    with session(launchers("strong"), source) as worker:
        for path in (str(Path(__file__)), str(view.CHILD_FOLDER.parent / "session.py"), "/home"):
            assert worker.call("f", (path,), {}) == Returned(False, (path,))


def test_nothing_of_the_grader_is_in_the_workers_memory(sandbox: Launcher) -> None:
    secret = f"secret-{os.getpid()}"
    os.environ["AUTOGRADER_TEST_SECRET"] = secret
    try:
        with Launcher(sandbox.level) as fresh:  # type: ignore[arg-type]  # one of the levels
            worker = session(
                fresh,
                """
                import gc, sys
                def f(word):
                    held = [repr(o) for o in gc.get_objects() if isinstance(o, (dict, list, str))]
                    return sum(word in text for text in held if len(text) < 10**6)
                def g():
                    return [name for name in sys.modules if name.startswith("autograder")]
                """,
            )
            with worker:
                # split, so that the question is not itself the find
                found = worker.call("f", (secret[:4] + secret[4:],), {})
                assert isinstance(found, Returned)
                names = worker.call("g", (), {})
                assert isinstance(names, Returned)
                assert names.value.size == 0
                environment = session(fresh, "import os\ndef f():\n    return dict(os.environ)")
                with environment:
                    assert environment.call("f", (), {}) == Returned({})
    finally:
        del os.environ["AUTOGRADER_TEST_SECRET"]


def parents() -> dict[int, int]:
    """Return the parent of every process that runs the child folder."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
                status = (entry / "stat").read_text()
            except OSError:
                continue
            if str(view.CHILD_FOLDER).encode() in line:
                found[int(entry.name)] = int(status.rpartition(")")[2].split()[1])
    return found


def workers() -> set[int]:
    """Return those of them that descend from this process, and orphans."""
    known = parents()

    def ours(pid: int) -> bool:
        return pid in (1, os.getpid()) or (pid in known and ours(known[pid]))

    return {pid for pid in known if ours(pid)}


def test_nothing_is_left_running(sandbox: Launcher) -> None:
    before = workers()
    source = """
        import os, signal
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        def f():
            try:
                os.setsid()
            except OSError:
                pass
            while True:
                try:
                    os.fork()
                except OSError:
                    pass
    """
    with session(sandbox, source, call_wall_s=0.2) as worker:
        worker.call("f", (), {})
    with session(sandbox, "while True:\n    pass", call_cpu_s=0.1):
        pass
    assert workers() == before


def test_closing_a_launcher_ends_everything() -> None:
    before = workers()
    launcher = Launcher()
    open_session = session(launcher, "def f():\n    return 1")
    assert workers() != before
    launcher.close()
    assert workers() == before
    open_session.close()


def test_a_limits_worker_takes_its_group_with_it(launchers: Callable[[str], Launcher]) -> None:
    source = """
        import os, time
        def f():
            if os.fork() == 0:
                time.sleep(60)
            return os.getpid()
    """
    before = workers()
    with session(launchers("limits"), source) as worker:
        assert isinstance(worker.call("f", (), {}), Returned)
    deadline = time.monotonic() + 5
    while workers() != before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert workers() == before


def test_an_audit_of_itself_by_the_probe_finds_no_hole(sandbox: Launcher, target: str) -> None:
    with sandbox.session(probe.SOURCE, "probe", "probe.py", LIMITS) as worker:
        holes = [hole.function for hole in probe.holes(worker, target)]
    assert holes in ([], ["seen"])
    assert sandbox.level == "confined" or not holes


def test_raised_errors_read_well(sandbox: Launcher) -> None:
    with session(sandbox, "import os\ndef f():\n    os.fork()") as worker:
        outcome = worker.call("f", (), {})
    assert isinstance(outcome, Raised)
    assert (outcome.kind, outcome.line) == ("PermissionError", 3)
