"""Results of stages kept from run to run, each under the digest of all that it depends on.

So an interrupted run is taken up where it stopped, and a second one judges what changed. An entry
that is damaged, or not of the stage it is asked for, is as none. Entries name no student.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Stage
from autograder.errors import UsageError
from autograder.result import StageResult
from autograder.result_text import decode, encode

FOLDER = ".autograder"
"""In a course's folder, of what the grader keeps for itself from run to run."""
FORM = b"1"
"""Of an entry; another one is not read."""
MAX_BYTES = 5_000_000


@dataclass(frozen=True)
class Kept:
    """A result from an earlier run.

    Attributes:
        result: the result.
        time_s: when it was kept, in seconds since 1970.
    """

    result: StageResult
    time_s: float


class Cache:
    """A folder of kept results.

    Args:
        folder: where it is; made if need be.
        fresh: whether nothing is to be taken from it; what is found is kept there all the same.

    Attributes:
        folder: where it is.
        asked: submissions that had anything to grade.
        unchanged: submissions of which nothing had to be graded again.
        since_s: when the last of their results was kept, in seconds since 1970.

    Raises:
        UsageError: it cannot be written to, or by anyone.
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        self.asked = 0
        self.unchanged = 0
        self.since_s = 0.0
        self._fresh = fresh
        self._began = time.time()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.name == "posix" and folder.stat().st_mode & stat.S_IWOTH:
                raise UsageError(f"{folder}: anyone may write here; marks are kept where few may")
            (folder / ".gitignore").write_text("*\n", encoding="ascii")
        except OSError as error:
            raise UsageError(f"{folder}: no results can be kept there: {error.strerror}") from None

    def find(self, key: str, stage: Stage) -> Kept | None:
        """What is kept under `key`; None where that is nothing, or no result of `stage`."""
        if self._fresh:
            return None
        try:
            with open(self._place(key, stage), "rb") as file:
                kept_s = os.fstat(file.fileno()).st_mtime
                proof, _, text = file.read(MAX_BYTES).partition(b"\n")
            if proof != _proof(key, text):
                return None
            return Kept(decode(text, stage), kept_s)
        except (OSError, ValueError):
            return None

    def count(self, time_s: float | None) -> None:
        """Counts a submission that has anything to grade.

        Args:
            time_s: when the last of its results was kept; None where one is not. What this very
                run has kept, for a submission just like it, does not count as unchanged.
        """
        self.asked += 1
        if time_s is not None and time_s < self._began:
            self.unchanged += 1
            self.since_s = max(self.since_s, time_s)

    def keep(self, key: str, stage: Stage, result: StageResult) -> None:
        """Keeps a result, if it is final; a cache that is full or gone stops no grading."""
        if not result.final:
            return
        place = self._place(key, stage)
        draft = place.with_suffix(f".{os.getpid()}")
        text = encode(result)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(_proof(key, text) + b"\n" + text)
            draft.replace(place)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()

    def _place(self, key: str, stage: Stage) -> Path:
        return self.folder / stage.name / key[:2] / key


def _proof(key: str, text: bytes) -> bytes:
    return hashlib.sha256(b"%s %s %s" % (FORM, key.encode("ascii"), text)).hexdigest().encode()
