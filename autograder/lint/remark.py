"""One thing that an author should look at."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.authoring import Misconception
from autograder.course import Course, Stage
from autograder.located_yaml import Located
from autograder.reference import Reference
from autograder.seed import read_seed


@dataclass(frozen=True)
class Remark:
    """One thing that an author should look at.

    Attributes:
        rule: the rule that found it.
        path: the file to edit.
        line: where in it, counted from 1.
        text: one sentence: what is wrong, and what would mend it.
    """

    rule: str
    path: Path
    line: int
    text: str


class Page:
    """One stage as its author wrote it: what the rules read.

    Args:
        course: the course.
        stage: the stage.
    """

    def __init__(self, course: Course, stage: Stage) -> None:
        self.course = course
        self.stage = stage
        self.reference = Reference(course, stage, read_seed(course.root))

    @property
    def hidden(self) -> Path:
        """The stage's folder of references, cases and keys."""
        return self.course.root / "solutions" / self.stage.name

    @property
    def shown(self) -> Path:
        """The stage's folder that students get."""
        return self.course.root / "assignments" / self.stage.name

    @cached_property
    def located(self) -> Located:
        """The course.yml, part by part."""
        return Located((self.course.root / "course.yml").read_text(encoding="utf-8-sig"))

    def at_stage(self, rule: str, text: str, *keys: str) -> Remark:
        """A remark on a key of the stage in course.yml."""
        line = self.located.line(("stages", self.stage.name, *keys))
        return Remark(rule, self.course.root / "course.yml", line, f"{self.stage.name}: {text}")

    def at_object(self, rule: str, name: str, text: str) -> Remark:
        """A remark on an object in course.yml."""
        calls = enumerate(self.stage.calls)
        place = next(k for k, call in calls if any(item.name == name for item in call.objects))
        path = ("stages", self.stage.name, "calls", place, "objects", name)
        said = f"{self.stage.name}.{name}: {text}"
        return Remark(rule, self.course.root / "course.yml", self.located.line(path), said)


def at_cause(rule: str, made: Misconception, text: str) -> Remark:
    """A remark on a misconception, where its code begins."""
    code = inspect.unwrap(made.code).__code__
    return Remark(rule, Path(code.co_filename), code.co_firstlineno, f"{label(made)}: {text}")


def label(made: Misconception) -> str:
    """Object and cause, with the function's name where several forms share the cause."""
    name = made.code.__name__
    return f"{made.object} {made.cause}" + ("" if name == made.cause else f" ({name})")


Rule = Callable[[Page], Iterator[Remark]]
"""Reads one stage and says what is wrong with it."""
