"""Texts of a course that one of its languages lacks, and translations that belong to no text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from autograder.course import Course
from autograder.lint.remark import Page, Remark, at_cause
from autograder.located_yaml import Located
from autograder.words import (
    case_parts,
    has_words,
    languages,
    pattern,
    read_words,
    texts_of,
    word_files,
)

RULE = "untranslated"
_read = cache(read_words)


def words_are_translated(page: Page) -> Iterator[Remark]:
    """Every language that the course is translated into has all its texts."""
    for language in translated_into(page.course):
        for remark, _ in lacking(page, language):
            yield remark


def translated_into(course: Course) -> list[str]:
    """The languages that a course has translations for."""
    return [language for language in languages() if word_files(course.root, language)]


def lacking(page: Page, language: str) -> Iterator[tuple[Remark, str]]:
    """Every text of a stage without a translation, with the place where it is written."""
    words = _read(page.course.root, language)
    seen: set[str] = set()
    for text, remark in _texts(page, language):
        if words.translation(text) is None and text not in seen:
            seen.add(text)
            yield remark, text


def unused(course: Course, pages: Iterable[Page], language: str) -> Iterator[Remark]:
    """Translations of what is no text of the course, and entries that stand twice."""
    texts = {text for page in pages for text, _ in _texts(page, language)}
    texts |= {pattern(text) for text in texts}
    for path in word_files(course.root, language):
        located = Located(path.read_text(encoding="utf-8"))
        for complaint in located.complaints:
            yield Remark("words", path, complaint.line, complaint.text)
        for source in located.data or {}:
            if source not in texts:
                said = f"nothing of the course reads {source!r}; it may have been reworded"
                yield Remark("words", path, located.line((source,)), said)


def _texts(page: Page, language: str) -> Iterator[tuple[str, Remark]]:
    """All texts of a stage, each with the remark to make where it lacks a translation."""
    yield from _of_course(page, language)
    yield from _of_cases(page, language)
    for known in page.reference.misconceptions.values():
        for made in known:
            for text in (made.says, made.look):
                yield text, at_cause(RULE, made, f"no {language!r} for {text!r}")


def _of_course(page: Page, language: str) -> Iterator[tuple[str, Remark]]:
    path, data = page.course.root / "course.yml", page.located.data
    own = texts_of(data["stages"][page.stage.name])
    for text in filter(has_words, (data["course"], *own)):
        yield text, Remark(RULE, path, _line(path, text), _said(page, language, text))


def _of_cases(page: Page, language: str) -> Iterator[tuple[str, Remark]]:
    path, reference = page.hidden / "cases.py", page.reference
    names: dict[str, None] = {}
    for call in page.stage.calls:
        cases = (*reference.cases(call), *reference.public(call))
        names.update(dict.fromkeys(case.name for case in cases))
        names.update(dict.fromkeys(relation.name for relation in reference.relations(call)))
    for name in names:
        for part in filter(has_words, case_parts(name)):
            yield part, Remark(RULE, path, 1, _said(page, language, part))


def _said(page: Page, language: str, text: str) -> str:
    return f"{page.stage.name}: no {language!r} for {text!r}"


def _line(path: Path, text: str) -> int:
    """Where a text begins in a file, by its first words."""
    start = " ".join(text.split()[:3])
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    return next((k for k, line in enumerate(lines, 1) if start in line), 1)
