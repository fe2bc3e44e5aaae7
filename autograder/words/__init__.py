"""What students read, in the language in force: the engine's sentences by id, a course's by text.

The engine's stand in a file a language here. A course is written in one language; translations of
its texts stand in its `solutions/words/<language>/`, and those that students need in each stage's
`public.json`. What has no translation is shown as it is written. Knows no verdict and no report.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from autograder.errors import Complaint, CourseError, UsageError

SOURCE = "en"
"""The language that has every sentence of the engine."""

VARIABLE = "AUTOGRADER_LANGUAGE"

TEXTS = frozenset(("title", "lesson", "formula", "shape", "hint", "asks", "rubric", "answer"))
"""Keys of course.yml, and of its public extracts, whose values are texts for students.

The course's own title is not among them: hidden cases are drawn by it, whatever the language."""

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)")
_WORD = re.compile(r"(?<![\w=.√])[A-Za-z][a-z]+(?![\w=\[(])")
_PART = re.compile(r"(, |: )(?![^(\[]*[)\]])")
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Words:
    """One language for one course.

    Attributes:
        language: its short name.
        texts: translations of the course's texts, by text; `#` in one stands for any number.
    """

    language: str = SOURCE
    texts: Mapping[str, str] = field(default_factory=dict)

    def translation(self, text: str) -> str | None:
        """A text of the course in this language, or None where there is no translation."""
        found = self.texts.get(text) or self.texts.get(pattern(text))
        if found is None:
            return None
        numbers = iter(NUMBER.findall(text))
        return re.sub("#", lambda _: next(numbers, "#"), found) if "#" in found else found


_ENGLISH = Words()
_IN_FORCE: ContextVar[Words] = ContextVar("words", default=_ENGLISH)


@contextmanager
def speaking(words: Words) -> Iterator[None]:
    """Puts a language in force."""
    before = _IN_FORCE.set(words)
    try:
        yield
    finally:
        _IN_FORCE.reset(before)


def say(sentence: str, /, **facts: Any) -> str:
    """A sentence of the engine.

    Args:
        sentence: its id in the files of this folder.
        facts: what stands in its placeholders.
    """
    return sentences(_IN_FORCE.get().language)[sentence].format(**facts)


def spoken() -> str:
    """The language in force."""
    return _IN_FORCE.get().language


def course_text(text: str) -> str:
    """A text of the course, translated where there is a translation."""
    return _IN_FORCE.get().translation(text) or text


def case_name(name: str) -> str:
    """The name of a case, translated as a whole or part by part."""
    whole = _IN_FORCE.get().translation(name)
    return "".join(map(course_text, _PART.split(name))) if whole is None else whole


def case_parts(name: str) -> list[str]:
    """The parts of a case's name that are translated each by itself."""
    return _PART.split(name)[::2]


def has_words(text: str) -> bool:
    """Whether a text has more to translate than symbols and names of code."""
    return _WORD.search(text) is not None


def pattern(text: str) -> str:
    """A text with `#` for every number."""
    return NUMBER.sub("#", text)


def translated(data: Any, words: Words) -> Any:
    """A course.yml or an extract of one, with its texts translated."""
    if isinstance(data, list):
        return [translated(item, words) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        key: words.translation(value) or value
        if key in TEXTS and isinstance(value, str)
        else translated(value, words)
        for key, value in data.items()
    }


def texts_of(data: Any) -> Iterator[str]:
    """The texts for students in a course.yml or in an extract of one, in order."""
    if isinstance(data, list):
        for item in data:
            yield from texts_of(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in TEXTS and isinstance(value, str):
                yield value
            else:
                yield from texts_of(value)


def read_words(root: Path, language: str) -> Words:
    """A language for the course at `root`, with the translations that its solutions/ hold.

    Raises:
        UsageError: there is no such language.
        CourseError: a file of translations is not as it must be.
    """
    check_language(language)
    texts: dict[str, str] = {}
    for path in word_files(root, language):
        try:
            texts.update(read_texts(path))
        except ValueError as error:
            raise CourseError(path, [Complaint(1, str(error)[:300])]) from None
    return Words(language, texts)


def word_files(root: Path, language: str) -> list[Path]:
    """The files of translations that a course has for a language."""
    return sorted((root / "solutions" / "words" / language).glob("*.yml"))


def check_language(language: str) -> None:
    """Makes sure that the engine has a language.

    Raises:
        UsageError: it has not.
    """
    if language not in languages():
        raise UsageError(f"{language}: no such language; there are {', '.join(languages())}")


def wanted(language: str | None) -> str | None:
    """The language that was asked for: the one given, else that of the environment."""
    return language or os.environ.get(VARIABLE) or None


def languages() -> list[str]:
    """All languages that the engine has."""
    return sorted(path.stem for path in _HERE.glob("*.yml"))


@cache
def sentences(language: str) -> dict[str, str]:
    """All sentences of the engine, by id."""
    own = read_texts(_HERE / f"{language}.yml")
    return own if language == SOURCE else {**sentences(SOURCE), **own}


def read_texts(path: Path) -> dict[str, str]:
    """A file of texts; entries that are left empty are not among them.

    Raises:
        ValueError: it is no mapping of texts to texts.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise ValueError(str(error)) from None
    entries = {} if data is None else data
    if not isinstance(entries, dict):
        raise ValueError("texts are given as source: translation")
    for source, text in entries.items():
        if not isinstance(source, str) or not isinstance(text, (str, type(None))):
            raise ValueError(f"{source!r}: source and translation are texts; put them in quotes")
    return {source: text for source, text in entries.items() if text}
