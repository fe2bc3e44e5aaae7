"""What a course author imports to write `solutions/`: cases, relations and misconceptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from autograder.given import Given

Group = Literal["main", "square", "other"]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Case:
    """One set of arguments on which a call is judged.

    Attributes:
        name: what a student reads: the sizes and what is special.
        args: positional arguments; a callable is answered outside the student's process.
        kwargs: keyword arguments.
        group: `main`: objects are judged here. `square` and `other`: sizes whose faults belong
            to the call's `otherwise` object; `square` also stands in where main cases raise.
        expected: right answers by object that the reference steps do not make.
        kind: what the case puts to the test, told only of cases that were missed; the name, which
            may be shown beforehand, does not give it away.
    """

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    group: Group = "main"
    expected: dict[str, Any] | None = None
    kind: str | None = None


@dataclass(frozen=True, eq=False)
class Relation:
    """A call whose right results follow from the student's own results on another case.

    Attributes:
        name: what a student reads: how this call differs from the base.
        base: the case it is compared with, yielded by the same generator.
        args: positional arguments.
        kwargs: keyword arguments.
        expect: from an object's name and its value on the base to the value due here.
    """

    name: str
    base: Case
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    expect: Callable[[str, Any], Any]


@dataclass(frozen=True, eq=False)
class Misconception:
    """A named mistake, as the code that makes it.

    Attributes:
        cause: stable id in reports.
        object: the object it spoils.
        replaces: the step or piece of the reference it stands in for.
        code: the mistaken function, with the parameters of what it replaces.
        says: what the student's code computes and what was asked; `{}` is the name of the object
            that it shows in, which may be a later one that writes this step once more.
        look: where to look; likewise.
    """

    cause: str
    object: str
    replaces: str
    code: Callable[..., Any]
    says: str
    look: str


def misconception(
    object: str,  # noqa: A002 - the course's own word, and only ever passed by position
    *,
    says: str,
    look: str,
    replaces: str | None = None,
    cause: str | None = None,
) -> Callable[[Function], Function]:
    """A decorator that marks a function of `misconceptions.py` as a named mistake.

    Args:
        object: the object it spoils.
        says: one or two sentences: what the code computes, what was asked.
        look: where to look, without giving the line away.
        replaces: the piece of the reference it stands in for; the object's step by default.
        cause: the id in reports; the function's name by default.

    Returns:
        The decorator; it returns the function unchanged but for a list `misconceptions` on it.
    """

    def mark(code: Function) -> Function:
        made = Misconception(cause or code.__name__, object, replaces or object, code, says, look)
        code.__dict__.setdefault("misconceptions", []).append(made)
        return code

    return mark


def given(module: str, file: str, name: str) -> Given:
    """A function in a file that students are given, to be an argument of a case.

    Args:
        module: `__file__` of the module of `solutions/<stage>/` that asks.
        file: name of the file in `assignments/<stage>/`, listed as `files:` in course.yml.
        name: the function.
    """
    stage = Path(module).parent
    return Given(stage.parent.parent / "assignments" / stage.name, file, name)
