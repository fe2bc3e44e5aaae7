"""JupyterLab and formgrader of this course in a real browser: the buttons that people press.

Needs node, npm and Chromium. REQUIRE_BROWSER=1, which CI sets, makes their want a failure.
Pictures of the pages are left in `build/browser/formgrader/`.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.course import read_course
from autograder.grading import Grader
from autograder.lesson import ANSWER, ANSWER_STUB, grade_id

from ..reports.test_browser import BROWSERS, _wanting, driver  # noqa: F401 - driver is a fixture
from ..serving import free_port, serving
from .accounts import ROOT, team

HERE = Path(__file__).parent
DEMO = ROOT / "tests" / "submissions" / "demo"
PICTURES = ROOT / "build" / "browser" / "formgrader"
ANSWERED = "With my own words: wide keys spread the scores."


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with two submissions of scores, and a student's folder."""
    person = team(tmp_path_factory.mktemp("browser"), tmp_path_factory.mktemp("exchange"))
    root = person.home
    person.nbgrader("generate_assignment", "scores")
    for name in ("ada", "ben"):
        shutil.copytree(DEMO / name / "scores", root / "submitted" / name / "scores")
    text = (root / "release" / "scores" / "scores.ipynb").read_text()
    notebook = json.loads(text)
    (cell,) = [c for c in notebook["cells"] if "".join(c["source"]) == ANSWER_STUB]
    cell["source"] = ANSWERED
    (root / "submitted" / "ben" / "scores" / "scores.ipynb").write_text(json.dumps(notebook))
    shutil.copytree(root / "release" / "scores", root / "student" / "scores")
    shutil.copy(DEMO / "ada" / "scores" / "scores.py", root / "student" / "scores")
    shutil.copytree(ROOT / "assignments" / "softmax", root / "student" / "softmax")
    wrong = ROOT / "tests" / "submissions" / "faulty" / "softmax_axis_queries" / "softmax"
    shutil.copy(wrong / "softmax.py", root / "student" / "softmax")
    return person


@contextmanager
def jupyter(person):
    """The address and the token of a server in that person's folder."""
    port, token = free_port(), secrets.token_hex(16)
    home = person.home / "jupyter"
    home.mkdir()
    env = {
        "HOME": str(home),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "JUPYTER_TOKEN": token,
        "NBGRADER_EXCHANGE": str(person.exchange),
        "LANG": "C.UTF-8",
    }
    options = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    options += ["--allow-root"] if os.getuid() == 0 else []
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", *options]
    ready = f"{address}/api/status?token={token}"
    with serving(command, ready, home / "log", env, person.home):
        yield address, token


@pytest.fixture(scope="module")
def told(course, driver):  # noqa: F811 - a fixture
    """What the browser saw."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        _wanting("Chromium is not installed")
    pictures = course.home.parent / "pictures"
    pictures.mkdir()
    with jupyter(course) as (address, token):
        done = subprocess.run(
            ["node", str(HERE / "jupyter.cjs"), browser, address, token, str(pictures)],
            env=os.environ | {"NODE_PATH": str(driver)},
            capture_output=True,
            text=True,
            timeout=150,
            check=False,
        )
        log = (course.home / "jupyter" / "log").read_text()
    shutil.copytree(pictures, PICTURES, dirs_exist_ok=True)
    assert done.returncode == 0, f"{done.stderr}\n{log[-3000:]}"
    return json.loads(done.stdout)


def test_formgrader_lists_the_stages(told):
    assert set(told["assignments"]) >= {"scores", "masks", "audit"}
    assert told["errors"] == []


def test_the_button_autogrades(told, course):
    for student, status in (("ada", "graded"), ("ben", "needs manual grading")):
        assert any("Success" in line for line in told["autograded"][student])
        assert told["autograded"][student][-1] == status
    with (
        Grader(read_course(course.home)) as grader,
        Gradebook(f"sqlite:///{course.home}/gradebook.db", "course") as book,
    ):
        for student in ("ada", "ben"):
            folder = course.home / "submitted" / student / "scores"
            for item in grader.grade_stage("scores", folder).objects:
                grade = book.find_grade(grade_id(item.name), "scores", "scores", student)
                assert grade.auto_score == item.points


def test_submissions_open_with_their_verdict_and_rubric(told):
    found = sorted((page["verdict"], page["answer"]) for page in told["opened"])
    assert found[0] == ("All correct", False)
    assert found[1][0].startswith("First incorrect object: ")
    assert found[1][1]
    assert all(page["rubric"] and page["drawings"] for page in told["opened"])


def test_a_manual_mark_is_in_the_database(told, course):
    assert told["saved"] == 200
    with Gradebook(f"sqlite:///{course.home}/gradebook.db", "course") as book:
        grade = book.find_grade(ANSWER, "scores", "scores", "ben")
        assert (grade.manual_score, grade.needs_manual_grade) == (3, False)


def test_the_button_makes_feedback(told, course):
    assert any("Success" in line for line in told["feedback"])
    page = course.home / "feedback" / "ben" / "scores" / "scores.html"
    assert ANSWERED in page.read_text(encoding="utf-8")


def test_a_check_cell_runs_in_jupyterlab(told):
    said = " ".join(told["checked"])
    assert "All correct" in said
    assert "Your own raw_scores" in said


def test_a_wrong_object_is_told_once_in_notebook_7(told):
    assert sum("first row sums to" in line for line in told["wrong"]) == 1
    assert "1.013" in " ".join(told["wrong"]), "the row sum of the worked example's wrong weights"
    (error,) = told["errors_shown"]
    assert error.strip() == "softmax is not right yet; what is known of it stands above."
