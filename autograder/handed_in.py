"""What grading takes from one stage's folder: read once, plain data, nothing of whose it is.

A verdict depends on this, the course and the machine; on no path, name or other student.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Stage
from autograder.submission import MAX_NOTEBOOK_BYTES, Taken, escaped, read_file
from autograder.words import say

MAX_PARSED_BYTES = 5_000_000


@dataclass(frozen=True)
class HandedIn:
    """One stage as it was handed in.

    Attributes:
        stage: the stage's name.
        source: the stage's file; where it is not there, what is said of that.
        answers: the answers to exercises.
        notebook: what is wrong with the notebook, if one was handed in.
    """

    stage: str
    source: Taken
    answers: Taken
    notebook: str | None

    def parts(self) -> Iterator[bytes]:
        """All of it as bytes, what is not there told from what is empty."""
        source, answers = self.source, self.answers
        for content in (source.content, answers.content):
            yield b"" if content is None else b"=" + content
        for said in (source.error, answers.error, self.notebook):
            yield b"" if said is None else b"=" + said.encode("utf-8", "surrogatepass")


def read_stage(stage: Stage, folder: Path) -> HandedIn:
    """What was handed in of `stage`.

    Args:
        stage: the stage.
        folder: the folder that holds its files.
    """
    source = read_file(folder, stage.file)
    if source.content is None:
        source = Taken(None, source.error or _absent(folder, stage))
    answers = read_file(folder, "exercises.yml")
    return HandedIn(stage.name, source, answers, _notebook_error(folder, stage))


def _absent(folder: Path, stage: Stage) -> str:
    """That the stage's file is not there, and where something like it lies instead."""
    names = [path.name for path in _entries(folder) if path.suffix == ".py"]
    others = [name for name in names if name not in stage.files]
    if others:
        found = ", ".join(map(escaped, others[:5]))
        return say("error.found", file=stage.file, names=found)
    owner = folder.parent
    strays = [owner / stage.file, folder / stage.name / stage.file]
    strays += [
        path / stage.file
        for path in _entries(owner)
        if path.name != stage.name and path.name.lower() == stage.name.lower()
    ]
    lying = [escaped(str(path.relative_to(owner))) for path in strays if path.is_file()]
    due = f"{stage.name}/{stage.file}"
    if lying:
        return say("error.misplaced", file=stage.file, due=due, names=", ".join(lying))
    return say("error.absent", file=stage.file)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _notebook_error(folder: Path, stage: Stage) -> str | None:
    """What is wrong with the notebook, if one was handed in."""
    name = f"{stage.name}.ipynb"
    taken = read_file(folder, name, MAX_NOTEBOOK_BYTES)
    if taken.content is None:
        return taken.error
    if len(taken.content) > MAX_PARSED_BYTES:  # only looked at: parsed it may take 20 times as much
        ends = taken.content.strip()
        whole = ends[:1] == b"{" and ends[-1:] == b"}" and b'"cells"' in ends
        return None if whole else say("error.notebook", file=name)
    try:
        cells = json.loads(taken.content)["cells"]
        broken = not isinstance(cells, list)
    except (ValueError, KeyError, TypeError, RecursionError):
        broken = True
    return say("error.notebook", file=name) if broken else None
