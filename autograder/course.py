"""A course as records: stages, calls and objects in dependency order.

Knows no file: `course_file.py` reads one. Does not know references, cases or students.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.errors import UsageError
from autograder.limits import Limits
from autograder.near import did_you_mean
from autograder.outcome import Returns
from autograder.words import Words


@dataclass(frozen=True)
class Object:
    """One thing a student makes and a verdict is given on.

    Attributes:
        name: as in reports.
        call: the student's function that makes it.
        points: what it is worth.
        formula: how it is defined, for people.
        shape: its shape, for people.
        needs: earlier objects of the stage that it is made from.
        hint: where to look when it is wrong.
        check: names of the checks put to it.
        draw: how the student's own array is plotted in the notebook; empty: not at all.
    """

    name: str
    call: str
    points: float
    formula: str = ""
    shape: str = ""
    needs: tuple[str, ...] = ()
    hint: str = ""
    check: tuple[str, ...] = ("values",)
    draw: str = ""


@dataclass(frozen=True)
class Call:
    """One of the student's functions.

    Attributes:
        function: its name.
        declaration: name and parameters as written.
        signature: its parameters.
        returns: how its result is read.
        otherwise: the object to blame for what shows only outside the main cases.
        order: names of its objects as a returned sequence holds them.
        callback_calls: questions it may ask of functions it is given; None: the course's limit.
        objects: what it makes, in dependency order, `otherwise` included.
    """

    function: str
    declaration: str
    signature: inspect.Signature
    returns: Returns
    otherwise: str | None
    order: tuple[str, ...]
    callback_calls: int | None
    objects: tuple[Object, ...]

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names of its parameters; none where it takes any number of arguments."""
        given = self.signature.parameters
        is_open = any(item.kind is inspect.Parameter.VAR_POSITIONAL for item in given.values())
        return () if is_open else tuple(given)

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The values of parameters that need not be given."""
        empty = inspect.Parameter.empty
        given = self.signature.parameters.values()
        return {item.name: item.default for item in given if item.default is not empty}

    @cached_property
    def made(self) -> tuple[Object, ...]:
        """The objects it returns: all but `otherwise`."""
        return tuple(item for item in self.objects if item.name != self.otherwise)


@dataclass(frozen=True)
class Exercise:
    """One question answered as a plain value, graded without running anything.

    Attributes:
        key: its name in the file of answers.
        points: what it is worth.
        asks: the question, and the form of its answer.
        lesson: the number of the lesson it belongs to, counted from 1.
        kind: what it exercises, in a word, for people.
    """

    key: str
    points: float
    asks: str
    lesson: int | None = None
    kind: str = ""

    @property
    def name(self) -> str:
        """Its object name in reports."""
        return f"exercises.{self.key}"


@dataclass(frozen=True)
class Question:
    """A question graded by hand.

    Attributes:
        key: its name among those of the stage; empty for the one that needs none.
        points: what it is worth.
        asks: the question.
        rubric: what earns points, as students read it.
        answer: what a good answer says, for those who grade.
        lesson: the number of the lesson it belongs to, counted from 1.
    """

    key: str
    points: float
    asks: str
    rubric: str
    answer: str = ""
    lesson: int | None = None


@dataclass(frozen=True)
class Stage:
    """One stage: a file to fill, exercises and questions graded by hand.

    Attributes:
        name: its name.
        title: its title.
        lesson: the lesson it belongs to.
        files: further files of its folder that students are given.
        calls: its calls, in order.
        exercises: its exercises, in order.
        questions: the questions graded by hand, in order.
    """

    name: str
    title: str
    lesson: str
    files: tuple[str, ...]
    calls: tuple[Call, ...]
    exercises: tuple[Exercise, ...]
    questions: tuple[Question, ...]

    @property
    def objects(self) -> tuple[Object, ...]:
        """All objects of its calls in dependency order."""
        return tuple(item for call in self.calls for item in call.objects)

    @property
    def max_points(self) -> float:
        """What objects and exercises can earn together, the hand-graded questions apart."""
        objects = sum(item.points for item in self.objects)
        return objects + sum(item.points for item in self.exercises)

    @property
    def file(self) -> str:
        """Name of the file a student fills."""
        return f"{self.name}.py"


@dataclass(frozen=True)
class Tolerance:
    """How near a value must be: |got − expected| ≤ atol + rtol·|expected|."""

    rtol: float = 1e-4
    atol: float = 1e-5


@dataclass(frozen=True)
class Course:
    """A whole course.

    Attributes:
        root: the folder of course.yml, assignments/ and solutions/.
        title: its title.
        version: its version.
        carried_forward: share of its points that a following object earns.
        evidence: `none`, `entry` or `case`: how much of a hidden case feedback reveals.
        limits: limits of the student's code.
        tolerance: how near a value must be.
        lessons: titles of the lessons that the stages serve, in order.
        stages: by name, in order.
        words: its language.
        left_out: names of stages that are not to be looked at.
    """

    root: Path
    title: str
    version: str
    carried_forward: float
    evidence: str
    limits: Limits
    tolerance: Tolerance
    lessons: tuple[str, ...]
    stages: dict[str, Stage]
    words: Words = Words()  # noqa: RUF009 - frozen
    left_out: frozenset[str] = frozenset()

    def given(self, stage: Stage) -> list[Path]:
        """The further files that a stage's students are given; hidden cases may use them too."""
        folder = self.root / "assignments" / stage.name
        return [folder / name for name in stage.files if (folder / name).is_file()]

    def stage(self, name: str) -> Stage:
        """The stage of a name that someone gave.

        Raises:
            UsageError: there is no such stage.
        """
        if name not in self.stages:
            said = f"{name}: no such stage{did_you_mean(name, self.stages)}"
            raise UsageError(f"{said}; stages: {', '.join(self.stages)}")
        return self.stages[name]

    def only(self, names: Sequence[str]) -> Course:
        """The course with the named stages alone; with all where none is named.

        Raises:
            UsageError: there is no such stage.
        """
        wanted = {self.stage(name).name for name in names} or self.stages.keys()
        stages = {name: stage for name, stage in self.stages.items() if name in wanted}
        return replace(self, stages=stages, left_out=frozenset(self.stages.keys() - wanted))
