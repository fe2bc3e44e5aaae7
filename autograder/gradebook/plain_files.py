"""Copies of what a student hands in, as far as it is plain files reached without links."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from autograder.submission import read_file

MAX_FILES = 1_000
MAX_BYTES = 50_000_000


def reached_plainly(folder: Path) -> bool:
    """Whether neither a stage's folder nor the student's folder around it is a symbolic link."""
    return not (folder.is_symlink() or folder.parent.is_symlink())


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


def copy_plain(source: Path, target: Path) -> bool:
    """Whether the file was copied; not copied: too large, unreadable or in the way of another."""
    content = read_file(source.parent, source.name, MAX_BYTES).content
    if content is None:
        return False
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)
    except OSError:
        return False
    return True
