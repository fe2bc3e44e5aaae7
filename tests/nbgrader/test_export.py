"""Files for Canvas and Moodle: the right marks, none that is not settled, no formula."""

import csv
import os
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from traitlets.config import Config

from autograder.gradebook.export import CanvasExporter, MoodleExporter
from autograder.gradebook.export.sheet import defused, shown

# nbgrader's own way with SQLAlchemy, as nbgrader_config.py has it.
pytestmark = pytest.mark.filterwarnings("ignore:Object of type <Submitted")


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('book') / 'gradebook.db'}"
    with pytest.MonkeyPatch.context() as patch:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        patch.setenv("PATH", path)  # a new gradebook is made with alembic
        opened = Gradebook(url, "course")
    for stage in ("scores", "masks"):
        opened.add_assignment(stage)
        opened.add_notebook(stage, stage)
        opened.add_grade_cell("S", stage, stage, max_score=3, cell_type="code")
        opened.add_grade_cell("answer", stage, stage, max_score=4, cell_type="markdown")
    names = {"first_name": "Ada", "last_name": "=cmd|'/c calc'!A0", "email": "Ada@x.org"}
    opened.add_student("ada", lms_user_id="17", **names)
    for student in ("ben", "chloe", "dev"):
        opened.add_student(student)
    hand_in(opened, "ada", "scores", 2.5, 3.0, penalty=1.25)
    hand_in(opened, "ada", "masks", 3.0, 0.0)
    hand_in(opened, "ben", "scores", 1.0, 0.0, penalty=9.0)
    hand_in(opened, "chloe", "scores", 3.0, None)
    with opened:
        yield opened


def hand_in(book, student, stage, code, answer, penalty=None):
    book.add_submission(stage, student)
    book.find_grade("S", stage, stage, student).auto_score = code
    book.find_grade("answer", stage, stage, student).manual_score = answer
    notebook = book.find_submission_notebook(stage, stage, student)
    notebook.late_submission_penalty = penalty
    book.db.commit()


def exported(kind, book, path, **settings):
    config = Config({kind.__name__: {"to": str(path), **settings}})
    kind(config=config).export(book)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_canvas(book, tmp_path, caplog):
    rows = exported(
        CanvasExporter, book, tmp_path / "out.csv", columns={"scores": "Scores (4711)"}, section="A"
    )
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "masks", "Scores (4711)"]
    assert rows == [
        head,
        ["Points Possible", "", "", "", "", "7", "7"],
        ["'=cmd|'/c calc'!A0, Ada", "17", "", "ada", "A", "3", "4.25"],
        ["ben", "", "", "ben", "A", "", "0"],
        ["chloe", "", "", "chloe", "A", "", ""],
        ["dev", "", "", "dev", "A", "", ""],
    ]
    assert "a person has to look: chloe/scores" in caplog.text


def test_canvas_students_may_be_known_by_another_number(book, tmp_path):
    rows = exported(CanvasExporter, book, tmp_path / "out.csv", student_is="SIS User ID")
    assert rows[2][1:4] == ["17", "ada", ""]


def test_moodle_erases_nothing_where_one_assignment_is_exported(book, tmp_path, caplog):
    rows = exported(MoodleExporter, book, tmp_path / "out.csv", assignment=["scores"])
    assert rows == [
        ["ID number", "Email address", "First name", "Last name", "scores"],
        ["ada", "Ada@x.org", "Ada", "'=cmd|'/c calc'!A0", "4.25"],
        ["ben", "", "", "", "0"],
    ]
    assert "blank marks erase" not in caplog.text


def test_moodle_says_which_blanks_would_erase(book, tmp_path, caplog):
    rows = exported(MoodleExporter, book, tmp_path / "out.csv")
    assert [row[-2:] for row in rows[1:]] == [["3", "4.25"], ["", "0"]]
    assert "1 blank marks erase what Moodle has there" in caplog.text


def test_some_students_only(book, tmp_path):
    rows = exported(MoodleExporter, book, tmp_path / "out.csv", student=["ben"])
    assert [row[0] for row in rows[1:]] == ["ben"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("=1+1", "'=1+1"),
        (" =1+1", "' =1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("＝1", "'＝1"),
        ("ada", "ada"),
        (-1.5, "-1.5"),
        (None, ""),
    ],
)
def test_no_cell_is_a_formula(cell, text):
    assert defused(cell) == text


@pytest.mark.parametrize(
    ("mark", "text"), [(3.0, "3"), (2.5, "2.5"), (1 / 3, "0.3333"), (0.0, "0"), (100.0, "100")]
)
def test_marks_are_short(mark, text):
    assert shown(mark) == text
