"""Results that wait for their turn, on disk where they are many.

However long the first submission takes, those behind it are graded meanwhile and none is held in
memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from tempfile import SpooledTemporaryFile

from autograder.course import Stage
from autograder.result import StageResult
from autograder.result_text import decode, encode

IN_MEMORY_BYTES = 4_000_000


class Spool:
    """Results of whole submissions by their place in the line.

    Args:
        stages: the course's stages, each of which every submission has a result of.
    """

    def __init__(self, stages: Iterable[Stage]) -> None:
        self._stages = list(stages)
        self._places: dict[int, tuple[int, int]] = {}
        self._file = SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115 - lives as long as this

    def __contains__(self, place: int) -> bool:
        return place in self._places

    def put(self, place: int, results: Sequence[StageResult]) -> None:
        """Keeps the results of the submission at `place`, a stage after the other."""
        text = b"\n".join(map(encode, results))
        self._places[place] = (self._file.seek(0, os.SEEK_END), len(text))
        self._file.write(text)

    def take(self, place: int) -> list[StageResult]:
        """The results at `place`, which are not kept any longer."""
        start, length = self._places.pop(place)
        self._file.seek(start)
        lines = self._file.read(length).split(b"\n")
        if not self._places:
            self._file.seek(0)
            self._file.truncate()
        return [decode(line, stage) for line, stage in zip(lines, self._stages, strict=True)]

    def close(self) -> None:
        """Lets all of it go."""
        self._file.close()
