"""A folder or a zip, as a flat list of entries: a path each and how to read it.

Zips inside are opened in place, one deep; what is not a plain file, or not safe, is listed.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZipInfo

from autograder.collect.archive import Archive
from autograder.collect.bounds import MAX_ARCHIVE_BYTES, Budget, Refused
from autograder.collect.layouts import IGNORED, OTHER_ARCHIVES, ZIP_COLLECT, ZIPPED
from autograder.errors import UsageError
from autograder.submission import escaped, read_file

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """One file.

    Attributes:
        parts: its path, a zip that was opened standing in it as a folder.
        ours: how many of the parts were named outside any student's own zip, that zip included.
        read: its bytes, at most so many; raises Refused.
    """

    parts: Parts
    ours: int
    read: Callable[[int], bytes]

    @property
    def path(self) -> str:
        """The path as text."""
        return "/".join(self.parts)


@dataclass(frozen=True)
class Fault:
    """Something that is not taken, for the instructor."""

    where: str
    reason: str


@dataclass
class Source:
    """What was found.

    Attributes:
        name: the source's own name, without extension.
        entries: the files, by path.
        faults: what was passed over.
    """

    name: str
    entries: list[Entry] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class Opener:
    """Reads sources; zips in zips lie in a temporary folder while it is open."""

    def __init__(self) -> None:
        self._budget = Budget()
        self._spool = tempfile.TemporaryDirectory(prefix="collect-")
        self._archives: list[Archive] = []

    def __enter__(self) -> Opener:
        return self

    def __exit__(self, *_: object) -> None:
        for archive in self._archives:
            archive.close()
        self._spool.cleanup()

    def open(self, path: Path) -> Source:
        """All that is in a folder or a zip.

        Raises:
            UsageError: there is no such folder or zip.
        """
        path = path.resolve()
        found = Source(name=path.stem if path.is_file() else path.name)
        if path.is_dir():
            self._walk(path, found)
        elif path.is_file() and path.suffix.lower() in ZIPPED:
            self._unzip(path, (), found, is_download=True)
        else:
            raise UsageError(f"{escaped(str(path))}: expected a folder or a .zip")
        found.entries.sort(key=lambda entry: entry.parts)
        return found

    def _walk(self, root: Path, found: Source) -> None:
        for path in _plain_files(root, found):
            parts = path.relative_to(root).parts
            try:
                self._budget.spend_entry()
            except Refused as refused:
                found.faults.append(Fault(escaped(str(root)), str(refused)))
                return
            if path.suffix.lower() in ZIPPED:
                is_download = len(parts) > 1 and parts[-2] == ZIP_COLLECT[0]
                above = parts[:-1] if is_download else parts
                self._unzip(path, above, found, is_download=is_download)
            else:
                self._add(found, Entry(parts, len(parts), _reader(path)))

    def _unzip(self, path: Path, above: Parts, found: Source, *, is_download: bool) -> None:
        """Adds a zip's entries below `above`; in a class's download, zips are students' own."""
        where = escaped("/".join(above) or path.name)
        try:
            archive = Archive(path, is_download=is_download, budget=self._budget)
            self._archives.append(archive)
            for inner, member in archive.members():
                if any(IGNORED.fullmatch(part) for part in inner):
                    continue
                parts = (*above, *inner)
                if isinstance(member, str):
                    found.faults.append(Fault(escaped("/".join(parts)), member))
                    continue
                ours = len(parts) if is_download else len(above)
                entry = Entry(parts, ours, _unpacker(archive, member))
                if is_download and inner[-1].lower().endswith(ZIPPED):
                    self._nested(entry, found)
                else:
                    self._add(found, entry)
        except Refused as refused:
            found.faults.append(Fault(where, str(refused)))

    def _nested(self, entry: Entry, found: Source) -> None:
        try:
            content = entry.read(MAX_ARCHIVE_BYTES)
        except Refused as refused:
            found.faults.append(Fault(escaped(entry.path), str(refused)))
            return
        path = Path(self._spool.name, f"{len(self._archives)}.zip")
        path.write_bytes(content)
        self._unzip(path, entry.parts, found, is_download=False)

    def _add(self, found: Source, entry: Entry) -> None:
        name = entry.parts[-1].lower()
        if name.endswith(ZIPPED):
            said = "a zip inside a zip; have it handed in unpacked, or unpack it"
            found.faults.append(Fault(escaped(entry.path), said))
        elif name.endswith(OTHER_ARCHIVES):
            said = "an archive of a kind that is not opened here; unpack it"
            found.faults.append(Fault(escaped(entry.path), said))
        else:
            found.entries.append(entry)


def _plain_files(root: Path, found: Source) -> Iterator[Path]:
    for place, folders, names in os.walk(root):
        kept = []
        for name in sorted(folders):
            if Path(place, name).is_symlink():
                found.faults.append(_link(Path(place, name), root))
            elif not IGNORED.fullmatch(name):
                kept.append(name)
        folders[:] = kept
        for name in sorted(names):
            path = Path(place, name)
            if IGNORED.fullmatch(name):
                continue
            if stat.S_ISREG(path.lstat().st_mode):
                yield path
            else:
                found.faults.append(_link(path, root))


def _link(path: Path, root: Path) -> Fault:
    return Fault(escaped(str(path.relative_to(root))), "a link or device, no file")


def _reader(path: Path) -> Callable[[int], bytes]:
    def read(max_bytes: int) -> bytes:
        taken = read_file(path.parent, path.name, max_bytes)
        if taken.content is None:
            raise Refused(taken.error or "it is gone")
        return taken.content

    return read


def _unpacker(archive: Archive, member: ZipInfo) -> Callable[[int], bytes]:
    return lambda max_bytes: archive.read(member, max_bytes)
