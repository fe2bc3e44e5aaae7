"""The shipped course is in step with itself: what is generated is what would be generated now."""

import re
from pathlib import Path

import pytest

from autograder.course_file import read_course
from autograder.lesson import stale_notebooks
from autograder.record import render_public

ROOT = Path(__file__).parent.parent
COURSE = read_course(ROOT / "course.yml")


@pytest.mark.parametrize("stage", COURSE.stages)
def test_the_public_examples_are_the_references_answers(stage):
    path = ROOT / "assignments" / stage / "public.json"
    assert path.read_text(encoding="utf-8") == render_public(COURSE, COURSE.stages[stage])


def test_the_notebooks_are_made_from_the_lessons():
    assert stale_notebooks(COURSE) == [], "autograder notebooks"


LESSONS = {
    1: ("One attention reading is not a layer", {"calculation", "shape", "parameters"}),
    2: ("One sequence supplies Q, K and V", {"shape", "calculation"}),
    3: ("Projections define matching and content", {"ablation", "parameters", "debugging"}),
    4: (
        "Matrix form: every query meets every key",
        {"shape", "calculation", "masking", "ablation", "cost", "debugging"},
    ),
    5: (
        "The output projection restores the model width",
        {"calculation", "parameters", "ablation", "debugging"},
    ),
    6: ("Add the batch axis without mixing sequences", {"shape", "masking", "debugging"}),
    7: ("What attention changes and what it costs", {"cost"}),
    8: ("Audit a layer", {"calculation", "masking", "ablation", "debugging"}),
}
"""What each lesson is called, and the kinds of exercises that it has at least."""


def test_the_course_has_its_lessons():
    assert COURSE.lessons == tuple(title for title, _ in LESSONS.values())


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_its_exercises_and_a_question(lesson):
    """Exercises marked without running anything, and a question whose rubric makes its points."""
    stages = COURSE.stages.values()
    exercises = [each for s in stages for each in s.exercises if each.lesson == lesson]
    questions = [each for s in stages for each in s.questions if each.lesson == lesson]
    assert len(exercises) >= 3
    assert {each.kind for each in exercises} >= LESSONS[lesson][1]
    assert questions
    for question in questions:
        named = re.findall(r"^(\d+) points?( each)?", question.rubric, re.M)
        assert sum(int(n) * (2 if both else 1) for n, both in named) == question.points


@pytest.mark.parametrize("stage", COURSE.stages.values(), ids=COURSE.stages.keys())
def test_a_stage_has_its_questions(stage):
    assert len(stage.exercises) >= 6
    assert stage.questions
    assert (ROOT / "assignments" / stage.name / f"{stage.name}.ipynb").exists()


def test_links_of_the_pages_lead_somewhere():
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([\w./-]+\.md)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
