"""`public.json` of a stage folder: all that a student's own check goes on, and nothing hidden.

An extract of the course, and examples recorded with their right answers: no reference is in it.
Written by `autograder record`, read by `autograder check` and by the public tests.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograder.course import Exercise, Object
from autograder.errors import UsageError
from autograder.given import Given
from autograder.words import SOURCE, Words, check_language, translated

FILE = "public.json"

NEAR = 1e-5
"""How far rounding may move what a recorded function is asked, relative and absolute."""


@dataclass(frozen=True)
class Example:
    """One public case with the right values.

    Attributes:
        function: the student's function to call.
        name: what the example shows.
        args: positional arguments.
        kwargs: keyword arguments.
        expected: the right value by object; an exception where one is due.
        zeros: by object, where the value must be exactly 0.
        is_main: whether the call's objects are judged on it, rather than its `otherwise`.
    """

    function: str
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    expected: dict[str, Any]
    zeros: dict[str, Any]
    is_main: bool = True


@dataclass(frozen=True)
class PublicStage:
    """One stage as students have it.

    Attributes:
        course: title of the course.
        stages: names of all its stages, in order.
        versions: Python's and NumPy's version where marks are made.
        name: the stage.
        title: its title.
        calls: its calls, as in course.yml: function, declaration, returns, objects.
        exercises: its exercises, without their answers.
        tolerance: rtol and atol.
        limits: limits of a call and of the stage.
        examples: the recorded examples.
        words: the language it is read in.
    """

    course: str
    stages: tuple[str, ...]
    versions: dict[str, str]
    name: str
    title: str
    calls: tuple[dict[str, Any], ...]
    exercises: tuple[Exercise, ...]
    tolerance: dict[str, float]
    limits: dict[str, float]
    examples: tuple[Example, ...]
    words: Words = Words()  # noqa: RUF009 - frozen

    @property
    def objects(self) -> tuple[Object, ...]:
        """All objects of its calls in dependency order."""
        return tuple(item for call in self.calls for item in objects_of(call))


def objects_of(call: dict[str, Any]) -> list[Object]:
    """The objects of one of a stage's calls; keys that a newer course has are passed over."""
    known = Object.__dataclass_fields__
    plain = ({key: item[key] for key in item if key in known} for item in call["objects"])
    return [
        Object(**{**item, "needs": tuple(item["needs"]), "check": tuple(item["check"])})
        for item in plain
    ]


def read_public(folder: Path, language: str | None = None) -> PublicStage:
    """The public side of the stage in `folder`.

    Args:
        folder: the stage's folder.
        language: what its texts are read in; by default what the course says.

    Raises:
        UsageError: it is not there or not readable, and the text says how to get it again; or
            there is no such language.
    """
    if language is not None:
        check_language(language)
    path = folder / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        examples = tuple(_example(item, folder) for item in data["examples"])
        spoken = language or data.get("language", SOURCE)
        words = Words(spoken, data.get("words", {}).get(spoken, {}))
        return PublicStage(
            course=data["course"],
            stages=tuple(data["stages"]),
            versions=data["versions"],
            name=data["name"],
            title=words.translation(data["title"]) or data["title"],
            calls=tuple(translated(data["calls"], words)),
            exercises=tuple(
                Exercise(**item) for item in translated(data.get("exercises", []), words)
            ),
            tolerance=data["tolerance"],
            limits=data["limits"],
            examples=examples,
            words=words,
        )
    except FileNotFoundError:
        raise UsageError(
            f"{folder}: no {FILE} here; run this in a stage's folder as you were given it"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path} cannot be read ({type(error).__name__}); take it anew from the course"
        ) from None


def encode(value: Any) -> Any:
    """A value as JSON that `decode` turns back into the same value."""
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    return value


def decode(value: Any, folder: Path = Path()) -> Any:
    """The value that `encode` was given.

    Args:
        value: what `encode` made of it.
        folder: where the files lie that students are given.
    """
    if isinstance(value, list):
        return [decode(item, folder) for item in value]
    if not isinstance(value, dict):
        return value
    (kind,) = value.keys() & _READERS.keys()
    return _READERS[kind](value, folder)


class Recording:
    """A function as the answers it gave: asked anything else, it says so.

    A question that rounding has moved is answered where only one that it holds is as near.

    Attributes:
        parameters: its parameters in order, each with its default where it has one.
        answers: arguments by name, and the answer to them.
        was_asked_more: whether it has been asked something it does not hold.
    """

    def __init__(
        self, parameters: list[tuple[Any, ...]], answers: list[tuple[dict[str, Any], Any]]
    ) -> None:
        self.parameters = parameters
        self.answers = answers
        self.was_asked_more = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The recorded answer to these arguments."""
        given = {name: default for name, *rest in self.parameters for default in rest}
        given.update(zip((name for name, *_ in self.parameters), args, strict=False))
        given.update(kwargs)
        exact = [answer for known, answer in self.answers if _alike(known, given, _same)]
        found = exact or [answer for known, answer in self.answers if _alike(known, given, _near)]
        if exact or len(found) == 1:
            return found[0]
        self.was_asked_more = True
        raise LookupError("this public function is a recording and has no answer to that")


def recorded(
    function: Callable[..., Any], questions: Iterable[tuple[tuple[Any, ...], dict[str, Any]]]
) -> Recording:
    """A recording of a function's answers to some questions."""
    signature = inspect.signature(function)
    answers = []
    for args, kwargs in questions:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        answers.append((dict(bound.arguments), function(*args, **kwargs)))
    empty = inspect.Parameter.empty
    parameters = [
        (name,) if parameter.default is empty else (name, parameter.default)
        for name, parameter in signature.parameters.items()
    ]
    return Recording(parameters, answers)


def _example(item: dict[str, Any], folder: Path) -> Example:
    return Example(
        function=item["function"],
        name=item["name"],
        args=tuple(decode(value, folder) for value in item["args"]),
        kwargs={key: decode(value, folder) for key, value in item["kwargs"].items()},
        expected={key: decode(value) for key, value in item["expected"].items()},
        zeros={key: decode(value) for key, value in item["zeros"].items()},
        is_main=item["is_main"],
    )


def _write_array(value: Any) -> Any:
    return {"array": _numbers(value.tolist()), "dtype": value.dtype.name, "shape": value.shape}


def _read_array(value: dict[str, Any], _folder: Path) -> Any:
    flat = np.array(_floats(value["array"]), dtype=value["dtype"])
    return flat.reshape(value["shape"])


_WRITERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (np.ndarray, _write_array),
    (np.generic, lambda value: encode(value.item())),
    (float, lambda value: value if math.isfinite(value) else {"float": repr(value)}),
    (tuple, lambda value: {"tuple": [encode(item) for item in value]}),
    (list, lambda value: [encode(item) for item in value]),
    (dict, lambda value: {"dict": {key: encode(item) for key, item in value.items()}}),
    (Exception, lambda value: {"raises": type(value).__name__, "text": str(value)}),
    (Given, lambda value: {"given": value.file, "name": value.name}),
    (Recording, lambda value: {"recording": encode(value.answers), "of": encode(value.parameters)}),
)
_READERS: dict[str, Callable[[dict[str, Any], Path], Any]] = {
    "array": _read_array,
    "float": lambda value, _: float(value["float"]),
    "tuple": lambda value, at: tuple(decode(item, at) for item in value["tuple"]),
    "dict": lambda value, at: {key: decode(item, at) for key, item in value["dict"].items()},
    "raises": lambda value, _: _exception(value["raises"], value["text"]),
    "given": lambda value, at: Given(at, value["given"], value["name"]),
    "recording": lambda value, _: Recording(decode(value["of"]), decode(value["recording"])),
}


def _exception(kind: str, text: str) -> Exception:
    import builtins

    made = getattr(builtins, kind, ValueError)
    return made(text) if issubclass(made, Exception) else ValueError(text)


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def _floats(value: Any) -> Any:
    if isinstance(value, list):
        return [_floats(item) for item in value]
    return float(value) if isinstance(value, str) else value


def _alike(known: Any, given: Any, agree: Callable[[Any, Any], bool]) -> bool:
    if isinstance(known, np.ndarray) or isinstance(given, np.ndarray):
        return np.shape(known) == np.shape(given) and agree(known, given)
    if isinstance(known, (tuple, list)):
        same = isinstance(given, (tuple, list)) and len(known) == len(given)
        return same and all(
            _alike(one, other, agree) for one, other in zip(known, given, strict=True)
        )
    if isinstance(known, dict):
        same = isinstance(given, dict) and known.keys() == given.keys()
        return same and all(_alike(known[key], given[key], agree) for key in known)
    return bool(known == given)


def _same(known: Any, given: Any) -> bool:
    return bool(np.array_equal(known, given))


def _near(known: Any, given: Any) -> bool:
    """Whether single precision, or another order of the operations, may tell the two apart."""
    numeric = all(np.asarray(value).dtype.kind in "biufc" for value in (known, given))
    return numeric and bool(np.allclose(given, known, rtol=NEAR, atol=NEAR))
