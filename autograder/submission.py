"""What was handed in, read within bounds: plain files only, never through a symbolic link.

Knows folders and bytes. Does not run, import or judge anything. Every folder of a tree is listed,
whatever its name; what cannot be taken is named in a sentence.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Set
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError
from autograder.words import say

MAX_FILE_BYTES = 1_000_000
MAX_NOTEBOOK_BYTES = 50_000_000
MAX_DEPTH, MAX_LISTED, MAX_TOLD = 4, 200, 3
"""Folders below a student's that are looked into, files listed in all, and files that are named."""

NOT_STUDENTS = frozenset({".ipynb_checkpoints", "__pycache__", ".git"})


@dataclass(frozen=True)
class Submission:
    """One student's folder.

    Attributes:
        student: its name, escaped where it cannot be shown as it is.
        folder: where it is.
        error: why nothing in it can be taken, if so.
    """

    student: str
    folder: Path
    error: str | None = None


@dataclass(frozen=True)
class Taken:
    """One file as it was handed in.

    Attributes:
        content: its bytes, or None where it is not there or cannot be taken.
        error: why it cannot be taken; None where it is simply not there.
    """

    content: bytes | None
    error: str | None = None


def find_submissions(path: Path, stages: Iterable[str]) -> list[Submission]:
    """The submissions at `path`, by name.

    Args:
        path: a student's folder (it holds stage folders), or a folder of such folders.
        stages: names of the course's stages.

    Raises:
        UsageError: there is no such folder, or nothing in it.
    """
    if not path.is_dir():
        raise UsageError(f"{escaped(str(path))}: no such folder")
    names = set(stages)
    if _is_submission(path, names):
        return [_submission(path)]
    entries = sorted(path.iterdir(), key=lambda entry: os.fsencode(entry.name))
    found = [
        _submission(entry) for entry in entries if entry.is_dir() and entry.name not in NOT_STUDENTS
    ]
    if not found:
        expected = "expected <student>/<stage>/ or, for one student, <stage>/"
        raise UsageError(f"{escaped(str(path))}: no submission here; {expected}")
    return found


def read_file(folder: Path, name: str, max_bytes: int = MAX_FILE_BYTES) -> Taken:
    """A plain file of a stage's folder.

    Args:
        folder: a student's stage folder.
        name: the file's name in it.
        max_bytes: a larger file is not taken.
    """
    path = folder / name
    link = next((part for part in (folder.parent, folder, path) if part.is_symlink()), None)
    if link is not None:
        return Taken(None, say("error.link", file=escaped(link.name)))
    try:
        if name not in {entry.name for entry in folder.iterdir()}:  # case counts everywhere
            return Taken(None)
        return _read_plain(path, max_bytes)
    except (FileNotFoundError, NotADirectoryError):
        return Taken(None)
    except OSError as error:
        return Taken(None, say("error.unreadable", file=escaped(name), reason=error.strerror))


def misplaced(folder: Path, left_out: Set[str] = frozenset()) -> str | None:
    """A sentence that names the files of a student's folder; None where there are none.

    For a submission of which no stage could take anything.

    Args:
        folder: the student's folder.
        left_out: names of folders in it that are none of this run's.
    """
    found: list[str] = []
    for place, folders, files in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        passed_over = NOT_STUDENTS if depth else NOT_STUDENTS | left_out
        folders[:] = sorted(set(folders) - passed_over) if depth < MAX_DEPTH else []
        found += [str(Path(place, name).relative_to(folder)) for name in sorted(files)]
        if len(found) > MAX_LISTED:
            break
    if not found:
        return None
    shown = ", ".join(escaped(name)[:100] for name in found[:MAX_TOLD])
    return say("error.nothing_taken", found=shown + (", …" if len(found) > MAX_TOLD else ""))


def escaped(name: str) -> str:
    r"""A name that is safe to show: backslashes doubled, what is not printable as \x, \u or \U."""

    def shown(character: str) -> str:
        if character == "\\":
            return "\\\\"
        if character.isprintable():
            return character
        code = ord(character)
        if 0xDC80 <= code <= 0xDCFF:  # a byte that was no UTF-8, as Python's surrogateescape has it
            return f"\\x{code - 0xDC00:02x}"
        form = "\\x{:02x}" if code < 0x100 else "\\u{:04x}" if code < 0x10000 else "\\U{:08x}"
        return form.format(code)

    return "".join(map(shown, name))


def _submission(folder: Path) -> Submission:
    folder = Path.cwd() / folder
    error = say("error.folder_link") if folder.is_symlink() else None
    return Submission(escaped(folder.name), folder, error)


def _is_submission(path: Path, stages: set[str]) -> bool:
    """Whether more folders in `path` are a stage with files in it than hold stage folders.

    A student may be named as a stage is, and may keep old work in a folder of its own.
    """
    stage_folders = holders = 0
    for entry in path.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            inner = {item.name: item.is_dir() for item in entry.iterdir()}
            holders += any(inner.get(name, False) for name in stages)
            stage_folders += entry.name in stages and not any(map(inner.get, stages))
    return stage_folders > holders


def _read_plain(path: Path, max_bytes: int) -> Taken:
    shown = escaped(path.name)
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        return Taken(None, say("error.not_plain", file=shown))
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return Taken(None, say("error.not_plain", file=shown))
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        return Taken(None, say("error.large", file=shown, limit=max_bytes // 1_000_000))
    return Taken(content)
