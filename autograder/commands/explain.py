"""`autograder explain`: what an object is, where it stands, and its shape for given sizes."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograder.commands.here import is_stage, stage_folders
from autograder.course import Exercise, Object
from autograder.course_file import find_course, read_course
from autograder.errors import UsageError
from autograder.near import did_you_mean
from autograder.public import FILE, read_public
from autograder.reports.explanation import Outline, list_objects, tell_exercise, tell_object
from autograder.reports.terminal import Terminal
from autograder.sizes import SizeFault, parse_sizes, size_names, sized, stem
from autograder.words import Words, speaking, wanted


def run(root: Path | None, name: str | None, given: Sequence[str]) -> int:
    """Tells of one object, or lists them all; returns the exit status.

    Args:
        root: the course; None: the one here, or the stages that a student was given.
        name: `S`, `scores.S`, an exercise, a stage, or None for all.
        given: sizes, as in `B=2`.

    Raises:
        CourseError, UsageError: no course here, no such object, or a size that cannot be.
    """
    outlines, words = _outlines(root)
    with speaking(words):
        return _tell(outlines, name, given)


def _tell(outlines: Sequence[Outline], name: str | None, given: Sequence[str]) -> int:
    terminal = Terminal(sys.stdout)
    if name is None:
        list_objects(terminal, outlines)
        return 0
    found = _find(outlines, name)
    try:
        sizes = _sizes(outlines, given)
        shapes = [_shape(item, sizes) for _, item in found]
    except SizeFault as fault:
        raise UsageError(str(fault)) from None
    if not found:
        list_objects(terminal, [outline for outline in outlines if outline.name == name])
    for k, (outline, item) in enumerate(found):
        if k:
            terminal.write()
        if isinstance(item, Exercise):
            tell_exercise(terminal, outline, item)
        else:
            tell_object(terminal, outlines, outline, item, sizes, shapes[k])
    return 0


def _outlines(root: Path | None) -> tuple[list[Outline], Words]:
    here = Path.cwd()
    is_course = any((folder / "course.yml").exists() for folder in (here, *here.parents))
    folders = stage_folders(here.parent if is_stage(here) else here)
    if root is None and not is_course and folders:
        given = [read_public(folder, wanted(None)) for folder in folders]
        same = [public for public in given if public.course == given[0].course]
        return [Outline.of_public(public) for public in same], given[0].words
    path = find_course(root)
    if root is None and not path.exists():
        raise UsageError(f"no {FILE} here or below; go to a stage's folder as you were given it")
    course = read_course(path, wanted(None))
    return [Outline.of_stage(stage) for stage in course.stages.values()], course.words


def _find(outlines: Sequence[Outline], name: str) -> list[tuple[Outline, Object | Exercise]]:
    """All objects and exercises of a name; none where it is a stage's.

    Raises:
        UsageError: there is nothing of that name.
    """
    every = [(outline, item) for outline in outlines for item in outline.items]
    found = [(outline, item) for outline, item in every if name in _names(outline, item)]
    if found or name in {outline.name for outline in outlines}:
        return found
    if "=" in name:
        raise UsageError(f"{name}: name an object first, as in `autograder explain OBJECT {name}`")
    known = [told for outline, item in every for told in _names(outline, item)]
    asked = did_you_mean(name, [*known, *(outline.name for outline in outlines)])
    raise UsageError(f"{name}: no such object here{asked}; `autograder explain` lists them all")


def _names(outline: Outline, item: Object | Exercise) -> list[str]:
    """What it may be called, alone and with its stage."""
    alone = [item.key, item.name] if isinstance(item, Exercise) else [item.name]
    return [*alone, *(f"{outline.name}.{told}" for told in alone)]


def _sizes(outlines: Sequence[Outline], given: Sequence[str]) -> dict[str, int]:
    """The sizes given.

    Raises:
        SizeFault: one is no size, or of no name that the course uses.
    """
    objects = [item for outline in outlines for item in outline.objects]
    known = list(dict.fromkeys(name for item in objects for name in size_names(item.shape)))
    # a formula may divide by a size that no shape has
    letters = {
        name for item in objects for name in re.findall(r"\b[A-Za-z](?:_\w+)?\b", item.formula)
    }
    sizes = parse_sizes(given)
    stems = {stem(name) for name in known}
    for name in sizes:
        if name not in letters.union(known, stems):
            told = f"; sizes here: {', '.join(sorted(known, key=str.casefold))}" if known else ""
            raise SizeFault(f"{name}: no such size{did_you_mean(name, known)}{told}")
    return sizes


def _shape(item: Object | Exercise, sizes: Mapping[str, int]) -> str:
    return "" if isinstance(item, Exercise) else sized(item.shape, sizes)
