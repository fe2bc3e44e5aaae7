"""A zip as entries: names checked, contents read within bounds, nothing unpacked into folders."""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from autograder.collect.bounds import MAX_DIRECTORY_BYTES, Budget, Refused

_END = b"PK\x05\x06"
_DRIVE = re.compile(r"[A-Za-z]:")
_ENCRYPTED = 0x1
_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # a compression that Python lacks
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
)


class Archive:
    """One zip file on disk.

    Args:
        path: where it is.
        is_download: whether it is a whole class's download; a student's own has tighter bounds.

    Raises:
        Refused: it is no zip, broken, or has far too many entries.
    """

    def __init__(self, path: Path, *, is_download: bool, budget: Budget) -> None:
        self.path = path
        self._budget = budget
        try:
            _require_small_directory(path, MAX_DIRECTORY_BYTES[is_download])
            opened = zipfile.ZipFile(path)
        except _FAULTS as error:
            raise Refused(f"not a readable zip ({_said(error)})") from None
        self._members = opened.infolist()
        # A class has hundreds of students' zips, and a process a few hundred files at most.
        self._kept = opened if is_download else None
        if not is_download:
            opened.close()

    def close(self) -> None:
        """Let the file go; nothing can be read afterwards."""
        if self._kept is not None:
            self._kept.close()

    def members(self) -> Iterator[tuple[tuple[str, ...], zipfile.ZipInfo | str]]:
        """The path of every file, and its member or why it is not taken."""
        times = Counter(member.filename for member in self._members)
        for member in self._members:
            if member.is_dir():
                continue
            self._budget.spend_entry()
            parts = tuple(p for p in member.filename.replace("\\", "/").split("/") if p != ".")
            yield parts, _fault(member, parts, times[member.filename]) or member

    def read(self, member: zipfile.ZipInfo, max_bytes: int) -> bytes:
        """What a member holds.

        Raises:
            Refused: it is larger, broken, or cannot be unpacked.
        """
        try:
            if self._kept is not None:
                content = _content(self._kept, member, max_bytes)
            else:
                with zipfile.ZipFile(self.path) as opened:
                    content = _content(opened, member, max_bytes)
        except _FAULTS as error:
            raise Refused(f"cannot be unpacked ({_said(error)})") from None
        self._budget.spend_bytes(len(content))
        if len(content) > max_bytes:
            raise Refused(f"larger than {max_bytes // 1_000_000} MB unpacked")
        return content


def _content(opened: zipfile.ZipFile, member: zipfile.ZipInfo, max_bytes: int) -> bytes:
    with opened.open(member) as file:
        return file.read(max_bytes + 1)


def _fault(member: zipfile.ZipInfo, parts: tuple[str, ...], times: int) -> str:
    mode = member.external_attr >> 16
    if ".." in parts or not all(parts) or _DRIVE.match(parts[0]) or "\x00" in member.filename:
        return "its path leads out of the archive"
    if stat.S_ISLNK(mode) or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
        return "a link or device, no file"
    if member.flag_bits & _ENCRYPTED:
        return "encrypted"
    if times > 1:
        return f"{times} files of this name are in the archive"
    return ""


def _require_small_directory(path: Path, max_bytes: int) -> None:
    """Refuse a zip whose table of contents alone would fill the memory."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - 65_557))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + 22:
        raise zipfile.BadZipFile("no zip file, or cut off")
    entries = int.from_bytes(tail[at + 10 : at + 12], "little")
    size = int.from_bytes(tail[at + 12 : at + 16], "little")
    if size > max_bytes or entries == 0xFFFF:  # 0xFFFF: the true number stands elsewhere
        raise zipfile.BadZipFile("far too many entries")


def _said(error: BaseException) -> str:
    return str(error)[:100] or type(error).__name__
