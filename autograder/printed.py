"""What student code prints, kept within bounds: its first lines, and how much more there was."""

from __future__ import annotations

import os
import threading

MAX_LINES = 20
MAX_CHARACTERS = 2000
_CHUNK = 65_536
_KEPT_BYTES = 4 * MAX_CHARACTERS
_END_S = 1.0


class Printed:
    """Somewhere to print to, which takes any amount; a context manager.

    Attributes:
        descriptor: where to write while it is open.
    """

    def __init__(self) -> None:
        self._read, self.descriptor = os.pipe()
        self._kept = b""
        self._bytes = self._lines = 0
        # Read while it is written, or a full pipe would hold the writer up.
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    def __enter__(self) -> Printed:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)
        self._reader.join(_END_S)  # a process that outlived its worker could hold the pipe open

    @property
    def text(self) -> str:
        """Whole lines ready to show, what is not printable escaped; empty where nothing came."""
        kept = self._kept.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n")
        lines = list(map(_shown, kept.split("\n")))
        shown = "\n".join(lines[:MAX_LINES])[:MAX_CHARACTERS]
        if shown != "\n".join(lines) or self._bytes > len(self._kept):
            more = max(0, self._lines - shown.count("\n") - 1)
            rest = self._bytes - len(shown.encode())
            what = f"{more:,} more lines" if more else f"{rest:,} more bytes"
            shown += f"\n… {what} left out"
        return shown + "\n" if shown else ""

    def _drain(self) -> None:
        while piece := os.read(self._read, _CHUNK):
            self._bytes += len(piece)
            self._lines += piece.count(b"\n")
            self._kept += piece[: _KEPT_BYTES - len(self._kept)]
        os.close(self._read)


def _shown(line: str) -> str:
    return "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in line)
