"""Short texts for contents: two are alike where, and only where, what they stand for is.

They tell what has to be done again: what a stage's verdicts depend on, on the course's side and
the engine's. Knows no submission and no folder of its own.
"""

from __future__ import annotations

import ast
import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import yaml

from autograder.course import Course, Stage
from autograder.limits import Isolation

ENGINE = Path(__file__).parent
LEFT_OUT = frozenset({"__pycache__"})
NO_VERDICT = LEFT_OUT | {
    "collect",
    "commands",
    "gradebook",
    "lint",
    "pool",
    "release",
    "reports",
    "selftest",
}
"""Folders of the engine that no verdict depends on."""


def digest(parts: Iterable[str | bytes]) -> str:
    """One short text for all the parts in their order."""
    made = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        made.update(b"%d:" % len(data))
        made.update(data)
    return made.hexdigest()[:32]


def engine() -> str:
    """For all that a verdict depends on but the course and the submission: code and versions."""
    versions = [platform.python_version(), platform.machine(), np.__version__, yaml.__version__]
    return digest([*versions, *named(ENGINE, files(ENGINE, NO_VERDICT))])


def verdicts(course: Course, seed: int, isolation: Isolation) -> Mapping[str, str]:
    """By stage, for all that its verdicts depend on but the submission.

    A stage's solutions are its own folder, those of stages that are imported there, and all that
    is no stage's. What students are given beside their stub may stand in its cases.
    """
    solutions = course.root / "solutions"
    whole = digest([engine(), str(seed), isolation, course.words.language])
    policies = (course.limits, course.tolerance, course.carried_forward, course.evidence)
    shared = [path for path in files(solutions) if _stage_of(course, path) is None]
    rest = digest([whole, repr(policies), *named(solutions, _without_seeds(shared))])
    own = {
        stage.name: [*_solutions(course, stage), *course.given(stage)]
        for stage in course.stages.values()
    }
    return {
        stage.name: digest([rest, *_form(stage), *named(course.root, own[stage.name])])
        for stage in course.stages.values()
    }


def files(folder: Path, left_out: frozenset[str] = LEFT_OUT) -> list[Path]:
    """All files below `folder`, in order, those in folders of the names `left_out` left out."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not left_out & {*path.relative_to(folder).parts})


def named(folder: Path, paths: Iterable[Path]) -> Iterator[str | bytes]:
    """Name below `folder` and content of each file."""
    for path in paths:
        yield path.relative_to(folder).as_posix()
        yield path.read_bytes()


def _form(stage: Stage) -> tuple[str, ...]:
    return stage.name, repr(stage.calls), repr(stage.exercises)


def _without_seeds(paths: Iterable[Path]) -> list[Path]:
    return [path for path in paths if path.name != "seed.txt"]  # the seed in force counts


def _stage_of(course: Course, path: Path) -> str | None:
    first = path.relative_to(course.root / "solutions").parts[0]
    return first if first in course.stages else None


def _solutions(course: Course, stage: Stage) -> list[Path]:
    """The files of a stage, and of stages that are imported there, one after the other."""
    names, found = [stage.name], []
    for name in names:  # grows on the way
        own = files(course.root / "solutions" / name)
        found += own
        names += sorted(_imported(own) & course.stages.keys() - {*names})
    return found


def _imported(paths: Iterable[Path]) -> set[str]:
    """First names of all relative imports."""
    sources = (path.read_bytes() for path in paths if path.suffix == ".py")
    nodes = (node for source in sources for node in ast.walk(_parsed(source)))
    return {
        name.split(".")[0]
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.level
        for name in ([node.module] if node.module else [alias.name for alias in node.names])
    }


def _parsed(source: bytes) -> ast.AST:
    try:
        return ast.parse(source)
    except SyntaxError:  # said, with its line, by what imports it
        return ast.Module([], [])
