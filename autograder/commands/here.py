"""Where the stage folders are that a student was given: this one, those below, those beside."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.public import FILE


def stage_folders(here: Path) -> list[Path]:
    """The stage folders in `here`, or in its assignments/, in the course's order."""
    for base in (here, here / "assignments"):
        found = sorted(path.parent for path in base.glob(f"*/{FILE}"))
        if found:
            order = _order(found[0] / FILE)
            return sorted(found, key=lambda path: [*order, path.name].index(path.name))
    return []


def stages_to_check(names: Sequence[str]) -> list[Path]:
    """The folders of the named stages, else of the stage that this is, else of all below.

    Raises:
        UsageError: there is no such stage, or none at all.
    """
    here = Path.cwd()
    if names:
        return list(dict.fromkeys(_folder(here, name).resolve() for name in names))
    found = [here] if (here / FILE).exists() else stage_folders(here)
    if not found:
        raise UsageError(
            f"no {FILE} here or below; go to a stage's folder as you were given it, or name a stage"
        )
    return [folder.resolve() for folder in found]


def near(name: str, known: Sequence[str]) -> str:
    """The question whether another name was meant, where one is near."""
    folded = {other.casefold(): other for other in reversed(known)}
    close = difflib.get_close_matches(name.casefold(), folded, 1)
    return f" (did you mean {folded[close[0]]}?)" if close else ""


def _folder(here: Path, name: str) -> Path:
    bases = (here, here / "assignments", here.parent)
    for base in bases:
        if (base / name / FILE).exists():
            return base / name
    found = (sorted(path.parent.name for path in base.glob(f"*/{FILE}")) for base in bases)
    known = next((names for names in found if names), [])
    told = f"; stages here: {', '.join(known)}" if known else ""
    raise UsageError(f"{name}: no such stage here{near(name, known)}{told}")


def _order(path: Path) -> list[str]:
    try:
        return list(map(str, json.loads(path.read_text(encoding="utf-8"))["stages"]))
    except (OSError, ValueError, KeyError, TypeError):
        return []  # whoever reads the file says what is wrong with it
