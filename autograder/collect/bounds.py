"""How much is read of what was handed in, and the error for what is not."""

from __future__ import annotations

MAX_ENTRIES = 50_000
MAX_OF_A_STUDENT = 2_000
MAX_TOTAL_BYTES = 4_000_000_000
MAX_ARCHIVE_BYTES = 100_000_000
"""Of an archive within another; one that is named on the command line may have any size."""

MAX_DIRECTORY_BYTES = {True: 20_000_000, False: 500_000}
"""Of a zip's own table of contents: of a whole download, and of a student's."""


class Refused(Exception):
    """Something is not read; the text says why, to the instructor."""


class Budget:
    """What may still be read, over all of one run."""

    def __init__(self) -> None:
        self._entries = MAX_ENTRIES
        self._bytes = MAX_TOTAL_BYTES

    def spend_entry(self) -> None:
        """Count one file.

        Raises:
            Refused: there have been too many.
        """
        self._entries -= 1
        if self._entries < 0:
            raise Refused(f"more than {MAX_ENTRIES:,} files; collect them in parts")

    def spend_bytes(self, number: int) -> None:
        """Count what was unpacked.

        Raises:
            Refused: it was too much.
        """
        self._bytes -= number
        if self._bytes < 0:
            raise Refused(f"more than {MAX_TOTAL_BYTES // 10**9} GB unpacked; collect in parts")
