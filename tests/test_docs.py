"""The files of docs/authors.md make a course, and it grades as the page says."""

import re
from pathlib import Path

import pytest

from autograder.cli import main
from autograder.course import read_course
from autograder.grading import Grader

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)

FAULTY = """
def mean(x):
    return x.sum() / (len(x) - 1)


def variance(x):
    return (x - mean(x)).sum() / len(x)
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("spread")
    page = (ROOT / "docs" / "authors.md").read_text(encoding="utf-8")
    blocks = BLOCK.findall(page)
    assert len(blocks) >= 10
    for name, text in blocks:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_the_course_records_and_makes_notebooks(course):
    for command in ("record", "notebooks"):
        assert main([command, "--course", str(course)]) == 0
        assert main([command, "--check", "--course", str(course)]) == 0


def test_faults_are_named_as_the_page_says(course, tmp_path):
    (tmp_path / "spread").mkdir()
    (tmp_path / "spread" / "spread.py").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "spread" / "exercises.yml").write_text("two_points: 1.0\n", encoding="utf-8")
    with Grader(read_course(course)) as grader:
        stage = grader.grade_stage("spread", tmp_path / "spread")
    found = {item.name: (str(item.status), item.cause) for item in stage.objects}
    assert found == {
        "mean": ("incorrect", "one_too_few"),
        "variance": ("incorrect", "squares_missing"),
        "exercises.two_points": ("correct", None),
    }
    assert stage.first_incorrect == "mean"
