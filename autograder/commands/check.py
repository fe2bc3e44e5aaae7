"""`autograder check`: the public verdict on the student's own files, and progress so far."""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import sys
from pathlib import Path

import numpy as np

from autograder.check import Checked, check_stage
from autograder.commands.here import stages_to_check
from autograder.public import PublicStage
from autograder.reports.terminal import Terminal
from autograder.result import Status
from autograder.words import say, speaking

PROGRESS = ".autograder-progress.json"


def run(stages: list[str], language: str | None = None, *, watch: bool = False) -> int:
    """Checks the named stages, or the one whose folder this is; returns the exit status.

    Args:
        stages: their names.
        language: of the verdicts; by default that of the environment, else the stage's own.
        watch: whether to check again whenever a file is saved, until Ctrl-C.

    Raises:
        UsageError: no such stage here, or no such language.
    """
    folders = stages_to_check(stages)

    def check(folder: Path) -> Checked:
        return check_stage(folder, language)

    if watch:
        from autograder.commands.watch import keep_checking

        return keep_checking(folders, check, show)
    return 0 if show(list(map(check, folders))) else 1


def show(checked: list[Checked]) -> bool:
    """Writes verdicts and notes progress; returns whether all is right.

    Args:
        checked: one or more stages of a course.
    """
    terminal = Terminal(sys.stdout)
    for item in checked:
        sys.stdout.flush()
        sys.stderr.write(item.printed)
        sys.stderr.flush()
        with speaking(item.public.words):
            _show(terminal, item)
        _remember(item)
    last = checked[-1]
    with speaking(last.public.words):
        _progress(terminal, last.folder.parent, last.public)
        _warn_versions(terminal, last.public)
    return all(item.is_right for item in checked)


def _show(terminal: Terminal, checked: Checked) -> None:
    terminal.stage(checked.result, checked.public.title)
    if checked.exercises is not None:
        terminal.wrapped(checked.exercises.told, "  ", "    ")
    for note in checked.notes:
        terminal.wrapped(say("noted", note=note), "  ", "    ")


def _remember(checked: Checked) -> None:
    """Notes how far a stage is, for the progress line; a folder that cannot be written is fine."""
    folder, objects = checked.folder, checked.result.objects
    right = sum(item.status is Status.CORRECT for item in objects)
    noted = {**_noted(folder.parent), folder.name: [right, len(objects), _print_of(folder)]}
    with contextlib.suppress(OSError):
        (folder.parent / PROGRESS).write_text(json.dumps(noted), encoding="utf-8")


def _noted(folder: Path) -> dict[str, list[object]]:
    try:
        noted = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(noted, dict):
        return {}
    return {key: of for key, of in noted.items() if isinstance(of, list) and len(of) == 3}


def _print_of(folder: Path) -> str:
    try:
        source = (folder / f"{folder.name}.py").read_bytes()
    except OSError:
        source = b""
    return hashlib.sha256(source).hexdigest()[:16]


def _progress(terminal: Terminal, folder: Path, public: PublicStage) -> None:
    """The whole course: what the last check of each stage found."""
    noted = _noted(folder)
    pieces = []
    for stage in public.stages:
        right, total, source = noted.get(stage, (None, None, None))
        if right is None:
            pieces.append((f"{stage} –", ""))
            continue
        changed = "" if source == _print_of(folder / stage) else say("progress.changed")
        pieces.append((f"{stage} {right}/{total}{changed}", "32" if right == total else ""))
    terminal.write()
    terminal.flow(pieces, say("progress") + " ", "  ", gap=3)


def _warn_versions(terminal: Terminal, public: PublicStage) -> None:
    mine = {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": ".".join(np.__version__.split(".")[:2]),
    }
    for name, version in public.versions.items():
        if mine.get(name) != version:
            facts = {"program": name, "mine": mine.get(name), "theirs": version}
            terminal.wrapped(say("versions", **facts))
