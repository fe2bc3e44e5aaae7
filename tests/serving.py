"""A server on loopback for a test, in a session of its own; nothing of it is left at the end."""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

START_S = 60


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def serving(
    command: list[str], ready: str, log: Path, env: dict[str, str], cwd: Path
) -> Iterator[None]:
    """Runs a server from when the address `ready` answers.

    Args:
        command: what starts it.
        ready: an address that it answers once it is up.
        log: a file for what it says.
        env: its whole environment.
        cwd: its folder.
    """
    with log.open("w") as writing:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _await(ready, process, log)
        yield
    finally:
        _end(process)


def _await(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = time.monotonic() + START_S
    while time.monotonic() < ends and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"{process.args} did not start: {log.read_text()[-2000:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """The server and all that it started, kernels in sessions of their own included."""
    runs = process.poll() is None
    children = psutil.Process(process.pid).children(recursive=True) if runs else []
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in children:
        with suppress(psutil.NoSuchProcess):
            child.kill()
