"""Puts sorted hand-ins into `submitted/<student>/<stage>/`, nothing overwritten unasked."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from autograder.collect.sorting import Sorted
from autograder.errors import UsageError

TIMESTAMP = "timestamp.txt"
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T\- ](\d\d)[:\-](\d\d)[:\-](\d\d)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)


def write(item: Sorted, into: Path, *, time: str, force: bool, dry_run: bool) -> str:
    """What became of it: `collected`, `replaced`, `there already` or, with a doubt added, `look`.

    Args:
        item: without doubts; one is added where something else stands in its place.
        into: the folder of the students' folders.
        time: when it was handed in, as the platform writes it; empty: not known.
        force: whether what stands there gives way.
        dry_run: whether nothing is to be written.
    """
    folder = into / item.student / item.stage
    if any(path.is_symlink() for path in (into / item.student, folder)):
        item.doubts.append(f"{folder} is a symbolic link")
        return "look"
    files = {**item.files, **_timestamp(time)}
    stands = folder.exists()
    if stands and _same(folder, item.files):
        return "there already"
    if stands and not force:
        item.doubts.append(f"another hand-in is in {folder}; --force replaces it")
        return "look"
    if not dry_run:
        _replace(folder, files)
    return "replaced" if stands else "collected"


def _same(folder: Path, files: dict[str, bytes]) -> bool:
    there = {path.name for path in folder.iterdir()} - {TIMESTAMP}
    return there == set(files) and all(
        (folder / name).read_bytes() == content for name, content in files.items()
    )


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    """All of the new hand-in or, where the disk is full, the old one."""
    fresh = folder.with_name(f".{folder.name}.new")
    old = folder.with_name(f".{folder.name}.old")
    try:
        for left in (fresh, old):
            shutil.rmtree(left, ignore_errors=True)
        fresh.mkdir(parents=True)
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        if folder.exists():
            folder.rename(old)
        fresh.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error}") from None


def _timestamp(time: str) -> dict[str, bytes]:
    """The file that nbgrader reads the time of a hand-in from, in UTC."""
    match = _TIME.match(time)
    if match is None:
        return {}
    zone = (match[5] or "").replace("UTC", "+00:00").replace("Z", "+00:00") or "+00:00"
    text = f"{match[1]} {match[2]}:{match[3]}:{match[4]}{zone}"
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return {}
    return {TIMESTAMP: f"{moment:%Y-%m-%d %H:%M:%S} UTC\n".encode("ascii")}
