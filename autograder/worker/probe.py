"""A file that tries to get out of its worker, and what must come of it."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.outcome import Returned
from autograder.worker.session import Session

SOURCE = b"""
import os, socket

def useful(path):
    import numpy.testing, wave

def hidden(path):
    with open(path) as file:
        return file.read()

def seen(path):
    return os.stat(path).st_size

def listed(path):
    return len(os.listdir(os.path.dirname(path)))

def written(path):
    with open(os.path.join(os.path.dirname(path), "left"), "w"):
        return True

def changed(path):
    os.chmod(path, 0)
    return True

def forked(path):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True

def executed(path):
    os.posix_spawn("/bin/true", ["true"], {})
    return True

def connected(path):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM):
        return True

def threaded(path):
    import threading
    thread = threading.Thread(target=int)
    thread.start()
    return True

def signalled(path):
    os.kill(os.getppid(), 0)
    return True
"""


@dataclass(frozen=True)
class Attempt:
    """One attempt.

    Attributes:
        function: its name in `SOURCE`.
        says: what a worker must not be able to do, in words.
        needs_namespace: whether only bubblewrap stops it for every user.
    """

    function: str
    says: str
    needs_namespace: bool = False


ATTEMPTS = (
    Attempt("hidden", "read a hidden file"),
    Attempt("seen", "learn the size of a hidden file", needs_namespace=True),
    Attempt("listed", "list a hidden folder"),
    Attempt("written", "leave a file behind"),
    Attempt("changed", "change a file's permissions"),
    Attempt("forked", "start another process"),
    Attempt("executed", "run a program"),
    Attempt("connected", "open a socket"),
    Attempt("threaded", "start a thread"),
    Attempt("signalled", "signal another process"),
)


@contextmanager
def target() -> Iterator[str]:
    """Make a file that a worker must not see, open to every user, and give its path."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        file = folder / "hidden"
        file.write_text(secrets.token_hex(8))
        file.chmod(0o666)
        yield str(file)


def holes(session: Session, path: str) -> list[Attempt]:
    """Return the attempts that succeed in `session`, which has loaded `SOURCE`.

    One that ends the worker counts as held; those after it are then made in vain, so that the
    caller should use a session for each where that may happen.
    """
    return [attempt for attempt in ATTEMPTS if succeeds(session, attempt, path)]


def succeeds(session: Session, attempt: Attempt, path: str) -> bool:
    """Make one attempt."""
    outcome = session.call(attempt.function, (path,), {})
    if attempt.function == "changed" and Path(path).stat().st_mode & 0o777 == 0:
        Path(path).chmod(0o666)
        return True
    return isinstance(outcome, Returned)
