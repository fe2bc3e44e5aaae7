"""`autograder check --watch`: checks a stage again whenever one of its files was saved.

Looks at the files' times and sizes a few times a second, which works on every system and with
every editor, those that save by putting a new file in the old one's place included.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from autograder.check import Checked
from autograder.errors import AutograderError
from autograder.public import FILE, read_public
from autograder.reports.terminal import Terminal

LOOK_S = 0.2
"""Between two looks. A file is read once two looks in a row found it the same."""

LOOKS_AT_NOTHING = 5
"""Looks after which a file that is not there is taken to be gone, and not about to be saved."""

State = tuple[tuple[int, int, int] | None, ...]


def keep_checking(
    folders: Sequence[Path],
    check: Callable[[Path], Checked],
    show: Callable[[list[Checked]], bool],
) -> int:
    """Checks all folders, then each again when it changes; returns the last status at Ctrl-C.

    Args:
        folders: of the stages.
        check: gives the verdict on one.
        show: writes verdicts; whether all of them are right.

    Raises:
        AutograderError: not even the first check can be made.
    """
    watch = Watch({folder: f"{read_public(folder).name}.py" for folder in folders})
    right = dict.fromkeys(folders, False)
    _check(folders, right, check, show)
    try:
        while True:
            _wait_line(folders)
            due = watch.changed()
            try:
                _check(due, right, check, show)
            except AutograderError as error:  # a folder half copied; the next save may mend it
                right.update(dict.fromkeys(due, False))
                Terminal(sys.stdout).wrapped(f"autograder: {error}")
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    return 0 if all(right.values()) else 1


def _check(
    folders: Sequence[Path],
    right: dict[Path, bool],
    check: Callable[[Path], Checked],
    show: Callable[[list[Checked]], bool],
) -> None:
    terminal = Terminal(sys.stdout)
    if terminal.clear():
        terminal.wrapped(f"checking {', '.join(folder.name for folder in folders)} …")
        sys.stdout.flush()
    checked = [check(folder) for folder in folders]
    terminal.clear()
    right.update({item.folder: item.is_right for item in checked})
    show(checked)


def _wait_line(folders: Sequence[Path]) -> None:
    terminal = Terminal(sys.stdout)
    names = ", ".join(folder.name for folder in folders)
    terminal.write()
    terminal.wrapped(f"{time.strftime('%H:%M:%S')}  watching {names}; Ctrl-C ends")
    sys.stdout.flush()


class Watch:
    """Sees which stage folders have had a file saved.

    Args:
        files: name of the student's file by stage folder.
        sleep: waits for some seconds.
    """

    def __init__(
        self, files: Mapping[Path, str], sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._sleep = sleep
        self._files = files
        self._known = {folder: self._state(folder) for folder in files}

    def changed(self) -> list[Path]:
        """Waits until files are other than when last told, and at rest; returns their folders."""
        seen = dict(self._known)
        still = dict.fromkeys(seen, 0)
        while True:
            self._sleep(LOOK_S)
            for folder, before in seen.items():
                seen[folder] = self._state(folder)
                still[folder] = still[folder] + 1 if seen[folder] == before else 0
            due = [folder for folder in seen if self._is_due(folder, seen[folder], still[folder])]
            self._known.update({folder: seen[folder] for folder in due})
            if due:
                return due

    def _is_due(self, folder: Path, now: State, still: int) -> bool:
        known = self._known[folder]
        is_gone = any(is_ is None and was is not None for is_, was in zip(now, known, strict=True))
        return now != known and still >= (LOOKS_AT_NOTHING if is_gone else 1)

    def _state(self, folder: Path) -> State:
        """When each file was changed, its size, and which file it is; None: not there."""
        found: list[tuple[int, int, int] | None] = []
        for name in (self._files[folder], "exercises.yml", FILE):
            try:
                told = (folder / name).stat()
                found.append((told.st_mtime_ns, told.st_size, told.st_ino))
            except OSError:
                found.append(None)
        return tuple(found)
