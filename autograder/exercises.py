"""Exercises answered as plain values: read as text, so that YAML's readings do not matter.

Knows the answer key and the form of an answer. Runs nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from autograder.errors import Complaint, CourseError
from autograder.near import nearest
from autograder.words import say

RTOL = 0.01
ATOL = 1e-9
MAX_SHOWN = 40
MAX_UNKNOWN = 3
_YES = frozenset({"true", "yes", "on", "y"})
_NO = frozenset({"false", "no", "off", "n"})
_EMPTY = frozenset({"", "~", "null", "none", "?"})

Answer = str | list[str]


class UnreadableAnswers(Exception):
    """An answer file that cannot be read; the text says where and why."""


def read_answers(content: bytes) -> dict[str, Answer]:
    """Answers by key, as they were written; keys left empty are not among them.

    Args:
        content: an exercises.yml as it was handed in.

    Raises:
        UnreadableAnswers: it is not UTF-8, not YAML, or not a mapping of plain values.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableAnswers(say("answers.not_utf8", byte=error.start)) from None
    try:
        answers = _Events(text).mapping()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UnreadableAnswers(_wrong_at(text, line, error.problem)) from None
    except yaml.YAMLError as error:
        raise UnreadableAnswers(say("answers.not_yaml", reason=str(error)[:200])) from None
    return {key: answer for key, answer in answers.items() if not _is_empty(answer)}


def read_key(path: Path, asked: Sequence[str] = ()) -> dict[str, Any]:
    """The answer key at `path`: numbers, booleans, texts and lists of these.

    Args:
        path: an exercises.yml of solutions/.
        asked: the keys that the course asks for.

    Raises:
        CourseError: it is not there, not readable, or lacks an answer.
    """
    try:
        key = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CourseError(path, [Complaint(1, f"the answer key cannot be read: {error}")]) from None
    answers = dict(key) if isinstance(key, dict) else {}
    lacking = [
        Complaint(1, f"there is no answer for {name}") for name in asked if name not in answers
    ]
    if lacking:
        raise CourseError(path, lacking)
    return answers


def unknown_keys(answers: Iterable[str], asked: Sequence[str]) -> list[tuple[str, str]]:
    """The first few answers that no exercise has: a sentence each, and the exercise that is near.

    Args:
        answers: the keys answered; they stand in the sentences as they were written.
        asked: the keys of the exercises.
    """
    told = []
    for key in [key[:MAX_SHOWN] for key in answers if key not in asked][:MAX_UNKNOWN]:
        close = nearest(key, asked) or ""
        meant = say("answers.meant", key=close) if close else ""
        told.append((say("answers.unknown", key=key) + meant, close))
    return told


def is_right(due: Any, answer: Answer) -> bool:
    """Whether an answer agrees with the key: numbers within 1 %, texts but for case and space.

    Args:
        due: a number, boolean, text or list from the key.
        answer: what was written.
    """
    if isinstance(due, (list, tuple)):
        given = answer if isinstance(answer, list) else _split(answer)
        return len(given) == len(due) and all(map(is_right, due, given))
    if isinstance(answer, list):
        return len(answer) == 1 and is_right(due, answer[0])
    if isinstance(due, bool):
        return answer.strip().lower() in (_YES if due else _NO)
    if isinstance(due, (int, float)):
        return _is_near(float(due), _number(answer))
    return _folded(str(due)) == _folded(answer)


def _is_near(due: float, given: float | None) -> bool:
    if given is None:
        return False
    if math.isnan(due) or math.isinf(due):
        return given == due or (math.isnan(due) and math.isnan(given))
    return abs(given - due) <= max(RTOL * abs(due), ATOL)


def _number(text: str) -> float | None:
    text = text.strip().replace("−", "-").replace("∞", "inf").lstrip("+").lower()
    text = re.sub(r"^(-?)\.(inf|nan)$", r"\1\2", text)
    fraction = re.fullmatch(r"(-?[\d.]+)\s*/\s*([\d.]+)", text)
    try:
        if fraction:
            return float(fraction[1]) / float(fraction[2])
        return float(int(text, 0)) if re.match(r"-?0[xob]", text) else float(text)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def _split(text: str) -> list[str]:
    return [part for part in re.split(r"[\s,;×]+", text.strip().strip("()[]")) if part]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_empty(answer: Answer) -> bool:
    return isinstance(answer, str) and answer.strip().lower() in _EMPTY


class _Events:
    """A YAML document read event by event: no tag is run, no alias followed, no nesting entered."""

    def __init__(self, text: str) -> None:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self._events = yaml.parse(text, Loader=loader)

    def mapping(self) -> dict[str, Answer]:
        answers: dict[str, Answer] = {}
        event = self._next()
        while isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
            event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return answers
        if isinstance(event, yaml.ScalarEvent) and event.value.strip().lower() in _EMPTY:
            return answers
        if not isinstance(event, yaml.MappingStartEvent):
            raise _wrong(event, say("answers.mapping"))
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise _wrong(event, say("answers.key"))
            key = event.value
            answers[key] = self._answer(self._next())
        return answers

    def _answer(self, event: Any) -> Answer:
        if isinstance(event, yaml.ScalarEvent):
            return str(event.value)
        if not isinstance(event, yaml.SequenceStartEvent):
            raise _wrong(event, say("answers.answer"))
        items: list[str] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise _wrong(event, say("answers.item"))
            items.append(str(event.value))
        return items

    def _next(self) -> Any:
        return next(self._events)


def _wrong(event: Any, due: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=due, problem_mark=event.start_mark)


def _wrong_at(text: str, line: int, problem: str | None) -> str:
    """What is wrong there; a colon without its blank, or a list without its end, stands before."""
    unclosed = None
    for number, start in enumerate(text.splitlines()[:line], 1):
        if (slip := re.match(r"(\w+):\S", start)) is not None:
            due = say("answers.blank", key=slip[1][:MAX_SHOWN])
            return say("answers.at_line", line=number, reason=due)
        if re.match(r"\w+:\s+\[[^\]]*$", start) is not None:
            unclosed = number
        elif "]" in start and not start.lstrip().startswith("#"):
            unclosed = None
    if unclosed is not None:
        return say("answers.at_line", line=unclosed, reason=say("answers.unclosed"))
    return say("answers.at_line", line=line, reason=problem or say("answers.no_yaml"))
