"""`autograder check`: the public verdict on the student's own files, and progress so far."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import platform
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from autograder.check import Checked, check_stage
from autograder.errors import UsageError
from autograder.public import FILE, PublicStage
from autograder.reports.terminal import Terminal
from autograder.result import Status
from autograder.words import say, speaking

PROGRESS = ".autograder-progress.json"


def run(stages: list[str], language: str | None = None) -> int:
    """Checks the named stages, or the one whose folder this is; returns the exit status.

    Raises:
        UsageError: no such stage here, or no such language.
    """
    folders = [_folder(name) for name in stages] or _here()
    terminal = Terminal(sys.stdout)
    right = True
    for folder in folders:
        checked = check_stage(folder, language)
        with speaking(checked.public.words):
            terminal.stage(checked.result, checked.public.title)
        _remember(folder, checked)
        right &= all(item.status is Status.CORRECT for item in checked.result.objects)
    if folders:
        with speaking(checked.public.words):
            _progress(terminal, folders[-1].parent, checked.public)
            _warn_versions(terminal, checked.public)
    return 0 if right else 1


def _here() -> list[Path]:
    """The stage folder that this is, or all those below it."""
    here = Path.cwd()
    if (here / FILE).exists():
        return [here]
    for base in (here, here / "assignments"):
        found = sorted(path.parent for path in base.glob(f"*/{FILE}"))
        if found:
            order = json.loads((found[0] / FILE).read_text(encoding="utf-8"))["stages"]
            return sorted(found, key=lambda path: [*order, path.name].index(path.name))
    raise UsageError(
        f"no {FILE} here or below; go to a stage's folder as you were given it, or name a stage"
    )


def _folder(name: str) -> Path:
    here = Path.cwd()
    for base in (here, here / "assignments", here.parent):
        if (base / name / FILE).exists():
            return base / name
    places = [base.glob(f"*/{FILE}") for base in (here, here / "assignments", here.parent)]
    known = next((found for place in places if (found := _names(place))), [])
    close = difflib.get_close_matches(name, known, 1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    told = f"; stages here: {', '.join(known)}" if known else ""
    raise UsageError(f"{name}: no such stage here{meant}{told}")


def _names(files: Iterable[Path]) -> list[str]:
    return sorted(path.parent.name for path in files)


def _remember(folder: Path, checked: Checked) -> None:
    """Notes how far a stage is, for the progress line; a folder that cannot be written is fine."""
    path = folder.parent / PROGRESS
    objects = checked.result.objects
    right = sum(item.status is Status.CORRECT for item in objects)
    noted = {**_noted(folder.parent), folder.name: [right, len(objects), _print_of(folder)]}
    with contextlib.suppress(OSError):
        path.write_text(json.dumps(noted), encoding="utf-8")


def _noted(folder: Path) -> dict[str, list[object]]:
    try:
        noted = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _print_of(folder: Path) -> str:
    try:
        source = (folder / f"{folder.name}.py").read_bytes()
    except OSError:
        source = b""
    return hashlib.sha256(source).hexdigest()[:16]


def _progress(terminal: Terminal, folder: Path, public: PublicStage) -> None:
    """One line over the whole course: what the last check of each stage found."""
    noted = _noted(folder)
    parts = []
    for stage in public.stages:
        if stage not in noted:
            parts.append(f"{stage} –")
            continue
        right, total, source = noted[stage]
        changed = "" if source == _print_of(folder / stage) else say("progress.changed")
        parts.append(f"{stage} {right}/{total}{changed}")
    terminal.write()
    terminal.wrapped(say("progress", stages="   ".join(parts)))


def _warn_versions(terminal: Terminal, public: PublicStage) -> None:
    mine = {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": ".".join(np.__version__.split(".")[:2]),
    }
    for name, version in public.versions.items():
        if mine.get(name) != version:
            facts = {"program": name, "mine": mine.get(name), "theirs": version}
            terminal.wrapped(say("versions", **facts))
