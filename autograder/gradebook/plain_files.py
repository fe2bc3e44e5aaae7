"""Copies of what a student hands in, as far as it is plain files reached without links."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

MAX_FILES = 1_000
MAX_BYTES = 50_000_000


def plain_files(folder: Path) -> Iterator[Path]:
    """Plain files under `folder`, at most `MAX_FILES`, in the order of their names.

    Links, devices, pipes and sockets are passed over, and so is a folder that is a link.
    """
    left = MAX_FILES
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if left and stat.S_ISREG(path.lstat().st_mode):
                left -= 1
                yield path


def read_plain(path: Path, limit: int = MAX_BYTES) -> bytes:
    """At most `limit` + 1 bytes of the file at `path`.

    Raises:
        OSError: it is not there, is no plain file, is a link, or cannot be read.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path.name} is no plain file")
        return file.read(limit + 1)


def copy_plain(source: Path, target: Path) -> bool:
    """Whether the file was copied; not copied: too large, unreadable or in the way of another."""
    try:
        content = read_plain(source)
        if len(content) > MAX_BYTES:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)
    except OSError:
        return False
    return True
