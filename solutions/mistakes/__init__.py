"""Mistakes in the way from X to Y that several stages know, each tied to the piece it spoils.

A stage whose reference has pieces of these names adopts the mistakes, under its own objects: the
whole layer of one sequence (W_O) blames them all on one object, the batch on eight. Knows no
stage, case or student.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from autograder.authoring import misconception


class Mistake(NamedTuple):
    """What `mistake` says of a function."""

    piece: str
    cause: str
    says: str
    look: str


def mistake(
    piece: str, *, says: str, look: str, cause: str | None = None
) -> Callable[[FunctionType], FunctionType]:
    """A decorator that marks a function as a mistaken form of a piece.

    Args:
        piece: the piece it stands in for, with the same parameters.
        says: what the code computes, what was asked.
        look: where to look, without giving the line away.
        cause: the id in reports; the function's name by default.
    """

    def mark(code: FunctionType) -> FunctionType:
        made = Mistake(piece, cause or code.__name__, says, look)
        code.__dict__.setdefault("mistakes", []).append(made)
        return code

    return mark


def adopt(
    modules: Iterable[ModuleType],
    objects: Mapping[str, Iterable[str]],
    omit: Collection[str] = (),
) -> dict[str, Callable[..., Any]]:
    """The mistakes of `modules` as misconceptions of a stage's objects, by name.

    Args:
        modules: modules with marked functions.
        objects: the objects that a mistake in a piece is blamed on, by piece; mistakes in other
            pieces are left out.
        omit: causes to leave out: mistakes that a stage cannot tell from others.
    """
    adopted: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for name, value in vars(module).items():
            for made in getattr(value, "mistakes", ()):
                for item in () if made.cause in omit else objects.get(made.piece, ()):
                    mark = misconception(
                        item, replaces=made.piece, cause=made.cause, says=made.says, look=made.look
                    )
                    key = f"{module.__name__.rpartition('.')[2]}_{name}"
                    adopted[key] = mark(adopted.get(key) or _copied(value))
    return adopted


def _copied(code: FunctionType) -> FunctionType:
    """The function once more, so that one stage's marks are not another's."""
    return FunctionType(
        code.__code__, code.__globals__, code.__name__, code.__defaults__, code.__closure__
    )
