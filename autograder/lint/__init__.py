"""What would be unfair or dead in a course, found before a student meets it.

A rule reads one stage and yields remarks. Nothing of a student is run.
"""

from __future__ import annotations

from collections.abc import Iterator

from autograder.course import Course, Stage
from autograder.lint.cases import (
    misconceptions_are_told_apart,
    objects_are_exercised,
)
from autograder.lint.files import (
    examples_are_public,
    exercises_fit,
    made_files_fit,
    misconceptions_are_seen,
    stub_fits,
)
from autograder.lint.points import points_add_up
from autograder.lint.remark import Page, Remark, Rule
from autograder.lint.texts import texts_keep_the_answer
from autograder.lint.words import translated_into, unused, words_are_translated

RULES: tuple[Rule, ...] = (
    points_add_up,
    objects_are_exercised,
    misconceptions_are_told_apart,
    misconceptions_are_seen,
    texts_keep_the_answer,
    stub_fits,
    exercises_fit,
    examples_are_public,
    made_files_fit,
    words_are_translated,
)


def lint(course: Course, stage: Stage) -> Iterator[Remark]:
    """All remarks on one stage.

    Raises:
        CourseError: the course cannot be graded with at all.
    """
    page = Page(course, stage)
    for rule in RULES:
        yield from rule(page)


def lint_words(course: Course) -> Iterator[Remark]:
    """Remarks on the translations of a whole course."""
    pages = [Page(course, stage) for stage in course.stages.values()]
    for language in translated_into(course):
        yield from unused(course, pages, language)
