"""A term: three students and two stages, through the commands that people type.

Ada and Ben have accounts and use the exchange. Chloe's work comes out of Moodle.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.course_file import read_course
from autograder.grading import Grader
from autograder.lesson import ANSWER, ANSWER_STUB, grade_id

from .accounts import ROOT, student, team

STAGES = ("scores", "masks")
DEMO = ROOT / "tests" / "submissions" / "demo"
ANSWERED = "A wide key has a large spread of scores."


class Term:
    """The people and their folders."""

    def __init__(self, folder):
        exchange = folder / "exchange"
        self.ada = student("ada", 0, folder, exchange)
        self.ben = student("ben", 1, folder, exchange)
        self.team = team(folder, exchange)
        self.course = read_course(self.team.home)
        self.submitted = self.team.home / "submitted"

    def gradebook(self):
        return Gradebook(f"sqlite:///{self.team.home / 'gradebook.db'}", "course")


def named(person):
    """What a student without an account of their own adds to a command."""
    return () if person.has_account else ("--student", person.name)


def both(function, items):
    """Two at a time, as the machine has two cores."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(function, items))


def fill_in(person, stage):
    """The student's work, written with the student's own rights."""
    there = DEMO / person.name / stage
    for name in (f"{stage}.py", "exercises.yml"):
        person.run("cp", "--no-preserve=all", there / name, person.home / stage / name)


@pytest.fixture(scope="module")
def folder():
    """A folder that every account can enter; pytest's own is closed to others."""
    made = Path(tempfile.mkdtemp(prefix="term-")).resolve()
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def term(folder):
    """The term up to the marks."""
    made = Term(folder)
    said = {}
    for stage in STAGES:  # not at once: the first makes the database
        made.team.nbgrader("generate_assignment", stage)
        made.team.nbgrader("release_assignment", stage)
    said["list"] = made.ada.nbgrader("list")
    both(lambda person: person.nbgrader("fetch_assignment", *STAGES), (made.ada, made.ben))
    said["unfilled"] = made.ada.nbgrader("validate", "scores/scores.ipynb")
    for person in (made.ada, made.ben):
        for stage in STAGES:
            fill_in(person, stage)
        answer(person, "scores")
    said["filled"] = made.ada.nbgrader("validate", "scores/scores.ipynb")
    hand_in = [(person, stage) for person in (made.ada, made.ben) for stage in STAGES]
    both(lambda it: it[0].nbgrader("submit", it[1], *named(it[0])), hand_in)
    said["collect"] = [made.team.nbgrader("collect", stage) for stage in STAGES]
    said["moodle"] = made.team.autograder("collect", moodle(made, "chloe"))
    for stage in STAGES:  # not at once: two runs that meet a new student stop each other
        made.team.nbgrader("autograde", stage)
    made.said = said
    return made


def answer(person, stage):
    """The question answered in the notebook, as JupyterLab would save it."""
    path = person.home / stage / f"{stage}.ipynb"
    notebook = json.loads(path.read_text())
    (cell,) = [c for c in notebook["cells"] if "".join(c["source"]) == ANSWER_STUB]
    cell["source"] = ANSWERED
    draft = person.home / "draft.ipynb"
    draft.write_text(json.dumps(notebook))
    person.run("cp", "--no-preserve=all", draft, path)


def moodle(term, name):
    """Moodle's download of one student's two stages."""
    path = term.team.home / "course-work-77.zip"
    with zipfile.ZipFile(path, "w") as made:
        for stage in STAGES:
            for file in sorted((DEMO / name / stage).iterdir()):
                inner = f"Chloe_9001_assignsubmission_file_/{stage}/{file.name}"
                made.write(file, inner)
    return path


def test_students_see_and_fetch_what_was_released(term):
    for stage in STAGES:
        assert f"course {stage}" in term.said["list"]
        fetched = {path.name for path in (term.ben.home / stage).iterdir()}
        assert fetched >= {f"{stage}.py", f"{stage}.ipynb", "exercises.yml", "public.json"}
        assert "lesson.md" not in fetched


def test_validate_says_what_is_missing_and_then_that_all_is_well(term):
    assert "The following" in term.said["unfilled"]
    assert "raw_scores is not filled in yet" in " ".join(term.said["unfilled"].split())
    assert "Success! Your notebook passes all the tests." in term.said["filled"]


def test_students_work_under_their_own_account(term):
    if not term.ada.has_account:
        pytest.skip("no accounts without root, unshare and setpriv")
    paths = {p.name: p for p in (term.ada.exchange / "course" / "inbound").iterdir()}
    owners = {name.split("+")[0]: path.stat().st_uid for name, path in paths.items()}
    assert owners == {"ada": 60_001, "ben": 60_002}
    assert not any("cheating" in text for text in term.said["collect"])
    touch = term.team.home / "gradebook.db"
    term.ada.run("sh", "-c", f"echo spoiled >> {touch}", status=2)


def test_all_three_are_collected(term):
    found = {path.relative_to(term.submitted).as_posix() for path in term.submitted.glob("*/*")}
    students = ("Chloe", "ada", "ben")
    assert found == {f"{name}/{stage}" for name in students for stage in STAGES}
    assert "2 collected" in term.said["moodle"]


@pytest.mark.parametrize("stage", STAGES)
def test_the_marks_are_the_graders(term, stage):
    with Grader(term.course) as grader, term.gradebook() as gradebook:
        for name in ("ada", "ben", "Chloe"):
            result = grader.grade_stage(stage, term.submitted / name / stage)
            submission = gradebook.find_submission(stage, name)
            marks = {
                grade.name: grade.auto_score
                for notebook in submission.notebooks
                for grade in notebook.grades
                if grade.name != ANSWER
            }
            assert marks == {grade_id(item.name): item.points for item in result.objects}


def test_marks_and_pages_go_back(term):
    with term.gradebook() as gradebook:
        grade = gradebook.find_grade(ANSWER, "scores", "scores", "ben")
        assert grade.needs_manual_grade
        grade.manual_score = 3
        gradebook.find_comment(ANSWER, "scores", "scores", "ben").manual_comment = "Well put."
        gradebook.db.commit()
    term.team.nbgrader("autograde", "scores", "--student", "ben", "--force")
    for stage in STAGES:
        term.team.nbgrader("generate_feedback", stage)
    said = term.team.nbgrader("release_feedback", "scores")
    assert "feedback stays in feedback/: Chloe" in said
    for person, told in ((term.ada, "All correct"), (term.ben, "First incorrect object")):
        person.nbgrader("fetch_feedback", "scores", *named(person))
        (page,) = (person.home / "scores" / "feedback").glob("*/scores.html")
        assert told in page.read_text(encoding="utf-8")
    assert "Well put." in page.read_text(encoding="utf-8")
    assert ANSWERED in page.read_text(encoding="utf-8")
    chloes = term.team.home / "feedback" / "Chloe" / "scores" / "scores.html"
    assert "First incorrect object" in chloes.read_text(encoding="utf-8")

    term.team.nbgrader("export")
    with (term.team.home / "grades.csv").open(newline="") as file:
        rows = {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}
    assert set(rows) == {(stage, name) for stage in STAGES for name in ("ada", "ben", "Chloe")}
    with term.gradebook() as gradebook:
        scores = {key: gradebook.find_submission(*key).score for key in rows}
        assert gradebook.find_grade(ANSWER, "scores", "scores", "ben").score == 3
    assert {key: float(row["score"]) for key, row in rows.items()} == scores
