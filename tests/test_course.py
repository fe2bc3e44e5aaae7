"""The shipped course is in step with itself: what is generated is what would be generated now."""

from pathlib import Path

import pytest

from autograder.course import read_course
from autograder.lesson import stale_notebooks
from autograder.record import render_public

ROOT = Path(__file__).parent.parent
COURSE = read_course(ROOT / "course.yml")


@pytest.mark.parametrize("stage", COURSE.stages)
def test_the_public_examples_are_the_references_answers(stage):
    path = ROOT / "assignments" / stage / "public.json"
    assert path.read_text(encoding="utf-8") == render_public(COURSE, stage), "autograder record"


def test_the_notebooks_are_made_from_the_lessons():
    assert stale_notebooks(COURSE) == [], "autograder notebooks"


@pytest.mark.parametrize("stage", COURSE.stages.values(), ids=COURSE.stages.keys())
def test_a_stage_has_its_questions(stage):
    assert len(stage.exercises) >= 4
    assert stage.question is not None
    assert (ROOT / "assignments" / stage.name / f"{stage.name}.ipynb").exists()


def test_links_of_the_pages_lead_somewhere():
    import re

    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([\w./-]+\.md)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
