"""Where the stage folders are that a student was given: this one, those below, those beside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.near import did_you_mean
from autograder.public import FILE

KEYS = frozenset({"course", "stages", "calls"})
"""Some of what a stage's own file holds."""


def stage_folders(here: Path) -> list[Path]:
    """The stage folders in `here`, or in its assignments/, in the course's order."""
    for base in (here, here / "assignments"):
        if found := _stages_in(base):
            order = _order(found[0] / FILE)
            return sorted(found, key=lambda path: [*order, path.name].index(path.name))
    return []


def is_stage(folder: Path) -> bool:
    """Whether it is a stage's folder; other programs write files of that name too.

    A file that is cut off or cannot be opened is a stage's where code lies beside it: whoever
    reads it says what is wrong with it.
    """
    try:
        data = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    except (OSError, ValueError, RecursionError):
        return any(folder.glob("*.py"))
    return isinstance(data, dict) and data.keys() >= KEYS


def stages_to_check(names: Sequence[str]) -> list[Path]:
    """The folders of the named stages, else of the stage that this is, else of all below.

    Raises:
        UsageError: there is no such stage, or none at all.
    """
    here = Path.cwd()
    if names:
        return list(dict.fromkeys(_folder(here, name).resolve() for name in names))
    found = [here] if is_stage(here) else stage_folders(here)
    if not found:
        raise UsageError(
            f"no {FILE} here or below; go to a stage's folder as you were given it, or name a stage"
        )
    return [folder.resolve() for folder in found]


def _folder(here: Path, name: str) -> Path:
    bases = (here, here / "assignments", here.parent)
    for base in bases:
        if (base / name / FILE).exists():
            return base / name
    found = next((folders for folders in map(_stages_in, bases) if folders), [])
    known = [folder.name for folder in found]
    told = f"; stages here: {', '.join(known)}" if known else ""
    raise UsageError(f"{name}: no such stage here{did_you_mean(name, known)}{told}")


def _stages_in(base: Path) -> list[Path]:
    return sorted(path.parent for path in base.glob(f"*/{FILE}") if is_stage(path.parent))


def _order(path: Path) -> list[str]:
    try:
        return list(map(str, json.loads(path.read_text(encoding="utf-8"))["stages"]))
    except (OSError, ValueError, KeyError, TypeError):
        return []  # whoever reads the file says what is wrong with it
