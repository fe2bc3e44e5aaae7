"""A worker that nobody forked: fresh from exec, over its stdin and stdout. For every system.

Only limits hold here, where the system has them; it is no sandbox.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from . import lockdown, student
from .channel import Channel


def main(task: dict[str, Any]) -> None:
    """Serve one file.

    Args:
        task: `memory_mb`, `cpu_s` (limits), `show` (whether prints reach stderr).
    """
    read_fd, write_fd = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2 if task["show"] else null, 1)
    os.dup2(1, 2)
    if sys.platform == "win32":
        import msvcrt

        for fd in (read_fd, write_fd):
            msvcrt.setmode(fd, os.O_BINARY)
    os.chdir(os.sep)
    base = lockdown.address_space()
    memory = None if base is None else base + task["memory_mb"] * 1024 * 1024
    with contextlib.suppress(ImportError, OSError, ValueError):
        lockdown.limit_resources(lockdown.resource_limits(memory, task["cpu_s"], task["show"]))
    os.environ.clear()
    status = student.run(
        Channel(read_fd, write_fd), student.greeting("limits"), quiet=not task["show"]
    )
    # not by the interpreter's own end: threads of the student's code could keep it
    os._exit(status)
