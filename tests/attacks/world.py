"""What attacks aim at, and what is looked at afterwards to see whether they hit it.

Everything is on this machine: a decoy process, files that anybody may write, services on loopback.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.reports.class_csv import render_csv
from autograder.reports.class_page import render_class_page
from autograder.reports.html import render_page
from autograder.reports.json import render
from autograder.reports.tally import short_rows
from autograder.reports.terminal import Terminal
from autograder.result import Report, StageResult, SubmissionResult
from autograder.worker.view import CHILD_FOLDER

PACKAGE = Path(__file__).resolve().parents[2]
OPEN_PLACES = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run", str(Path.home()))
MEBIBYTE = 1 << 20
MAX_TEXT = 2000
MAX_REPORT = 40_000
GUARD_MB = 3000
"""What this process may take at most, so that a hole found here does not fill the machine."""


class Services:
    """Listens on loopback and in the file system; whatever comes is a hit."""

    def __init__(self, folder: Path) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix = socket.socket(socket.AF_UNIX)
        self.path = folder / "socket"
        self.unix.bind(str(self.path))
        self.path.chmod(0o777)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.name = f"attacks-{secrets.token_hex(6)}"
        self.abstract.bind("\0" + self.name)
        for listener in (self.tcp, self.unix, self.abstract):
            listener.listen()
        for each in self._all():
            each.setblocking(False)

    def _all(self) -> tuple[socket.socket, ...]:
        return self.tcp, self.udp, self.unix, self.abstract

    def hits(self) -> int:
        """How many connections and datagrams came since last asked."""
        found = 0
        for listener in (self.tcp, self.unix, self.abstract):
            with contextlib.suppress(BlockingIOError):
                while True:
                    listener.accept()[0].close()
                    found += 1
        with contextlib.suppress(BlockingIOError):
            while True:
                self.udp.recv(100)
                found += 1
        return found

    def close(self) -> None:
        for each in self._all():
            each.close()


class Victim:
    """A process that stands for any other of this user."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(["sleep", "1000"], env={"SECRET": secrets.token_hex(8)})
        # Just after exec a process has no command line yet, and would be counted as another kind.
        command = Path(f"/proc/{self.process.pid}/cmdline")
        until = time.monotonic() + 5.0
        while not command.read_bytes().startswith(b"sleep") and time.monotonic() < until:
            time.sleep(0.001)
        self._before = self._state()

    def _state(self) -> tuple[Any, ...]:
        pid = self.process.pid
        return (
            os.getpriority(os.PRIO_PROCESS, pid),
            os.sched_getaffinity(pid),
            resource.prlimit(pid, resource.RLIMIT_CORE),
            self.process.poll(),
        )

    @property
    def is_unharmed(self) -> bool:
        return self._state() == self._before

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Target:
    """What one run of one attack aims at.

    Attributes:
        folder: open to every user, with a file `canary` in it.
        token: a name that nothing else has.
        victim: a process.
    """

    folder: Path
    token: str
    victim: Victim

    @property
    def canary(self) -> Path:
        return self.folder / "canary"


@contextmanager
def target() -> Iterator[Target]:
    """Make a target, and remove whatever an attack left of itself."""
    folder = Path(tempfile.mkdtemp(prefix="attacked-"))
    victim = Victim()
    made = Target(folder, f"left_{secrets.token_hex(6)}", victim)
    try:
        folder.chmod(0o777)
        made.canary.write_text("canary")
        made.canary.chmod(0o666)
        yield made
    finally:
        victim.close()
        shutil.rmtree(folder, ignore_errors=True)
        for left in left_behind(made.token):
            if left.is_dir() and not left.is_symlink():
                left.rmdir()
            else:
                left.unlink()


def left_behind(token: str, *more: Path) -> list[Path]:
    """Entries named by `token` in any place that a process might write to."""
    places = [*map(Path, OPEN_PLACES), *more]
    return [
        entry
        for place in places
        if place.is_dir()
        for entry in place.iterdir()
        if token in entry.name
    ]


def tree(root: Path) -> dict[str, tuple[int, ...]]:
    """Every entry below `root` with its size, mode and times."""
    found = {}
    for path in root.rglob("*"):
        state = path.lstat()
        size = 0 if path.is_dir() else state.st_size
        found[str(path)] = (size, state.st_mode, state.st_mtime_ns, state.st_nlink)
    return found


# Processes


def descendants() -> dict[int, str]:
    """Every process below this one, by pid: what it is."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            stat = (entry / "stat").read_bytes()
            parents[int(entry.name)] = int(stat[stat.rindex(b")") + 2 :].split()[1])
    found: set[int] = set()
    grown = {os.getpid()}
    while grown:
        grown = {pid for pid, parent in parents.items() if parent in grown} - found
        found |= grown
    return {pid: _what_it_is(pid) for pid in found}


def _what_it_is(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        own = Path("/proc/self/cmdline").read_bytes()
    except OSError:
        return "gone"
    if os.fsencode(CHILD_FOLDER) in command:
        return "worker"
    if command == own:
        return "answerer"
    return command.replace(b"\0", b" ").decode("utf-8", "replace").strip() or "zombie"


def tally() -> dict[str, int]:
    """How many processes there are below this one, by what they are; the grader's helper apart."""
    kinds = list(descendants().values())
    return {kind: kinds.count(kind) for kind in set(kinds) - {"answerer", "gone"}}


def settled(before: dict[str, int], within_s: float = 2.0) -> dict[str, int]:
    """What is more than before, once that is nothing or the time is up."""
    until = time.monotonic() + within_s
    while True:
        reap_orphans()
        now = tally()
        more = {kind: count for kind, count in now.items() if count > before.get(kind, 0)}
        if not more or time.monotonic() > until:
            return more
        time.sleep(0.02)


def reap_orphans() -> None:
    """Take the status of zombies that came to this process when their parents ended."""
    for pid, kind in descendants().items():
        if kind == "zombie":
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def end_below(before: set[int]) -> None:
    """End what a control left running below this process."""
    for pid in descendants().keys() - before:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


# Memory


class Memory:
    """The most memory that this process had, while it is watched."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._page = resource.getpagesize()
        self.before = self.most = self._now()

    def _now(self) -> int:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * self._page

    def _watch(self) -> None:
        while not self._stop.wait(0.005):
            self.most = max(self.most, self._now())

    @property
    def growth_mb(self) -> float:
        return (self.most - self.before) / MEBIBYTE

    def __enter__(self) -> Memory:
        self._limit = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
        soft = pages * self._page + GUARD_MB * MEBIBYTE
        resource.setrlimit(resource.RLIMIT_AS, (soft, self._limit[1]))
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        resource.setrlimit(resource.RLIMIT_AS, self._limit)


# Time


class TooSlow(BaseException):
    """The grader itself took too long; no `except Exception` of its own may keep this."""


@contextmanager
def watchdog(seconds: float) -> Iterator[None]:
    """Raise TooSlow where the body takes longer."""

    def bark(*_: object) -> None:
        raise TooSlow(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, bark)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Reports


def check_reports(course: Course, isolation: Any, result: StageResult, student: str = "x") -> None:
    """Every report of one stage: whole, bounded, and without anything that acts on its reader.

    Raises:
        AssertionError: it is not so.
    """
    errors = result.error if result.points is None else None
    submission = SubmissionResult(
        student, result.points, result.max_points, None, errors, (result,)
    )
    _check_json(render(Report(course.title, course.version, isolation, (submission,))))
    _check_terminal(submission)
    _check_page(render_page(course, submission))
    rows = short_rows([submission])
    _check_page(render_class_page(course, rows))
    for row in csv.reader(io.StringIO(render_csv(course, rows))):
        assert all(cell.isprintable() and cell[:1] not in tuple("=+@|") for cell in row), row


def _check_json(document: str) -> None:
    assert len(document.encode("utf-8")) < MAX_REPORT
    for text in texts(json.loads(document, parse_constant=_no_json)):
        assert text.isprintable(), ascii(text)
        assert len(text) <= MAX_TEXT


def _no_json(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


def texts(value: Any) -> Iterator[str]:
    """Every text in a parsed JSON document, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)


def _check_terminal(submission: SubmissionResult) -> None:
    stream = io.StringIO()
    terminal = Terminal(stream, 80)
    terminal.submission(submission)
    terminal.table([submission], [stage.name for stage in submission.stages])
    screen = stream.getvalue()
    assert len(screen.encode("utf-8")) < MAX_REPORT
    for line in screen.split("\n"):
        assert line.isprintable(), ascii(line)


class _Page(HTMLParser):
    """Looks for what a page of ours never has: foreign elements, and attributes that run code."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("img", "iframe", "object", "embed", "link", "form", "base"), tag
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name)
            assert "javascript:" not in (value or "").lower(), (tag, name)
            assert not (value or "").startswith(("http:", "//")), (tag, value)

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script":
            assert "alert(" not in data


def _check_page(page: str) -> None:
    page.encode("utf-8")
    for character in set(page) - set("\n\t"):
        assert character.isprintable(), ascii(character)
    _Page().feed(page)
