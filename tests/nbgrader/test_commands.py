"""nbgrader's own commands on a copy of the course: what a teaching team does, step by step."""

import copy
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from autograder.course_file import read_course
from autograder.gradebook.converter import StageAutograde
from autograder.grading import Grader
from autograder.lesson import ANSWER, ANSWER_STUB, grade_id

from .accounts import QUICK

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "tests" / "submissions" / "demo"
STAGES = ("scores", "masks")
COPIED = ("course.yml", "nbgrader_config.py", "assignments", "solutions")


class Team:
    """A copy of the course and its commands."""

    def __init__(self, root):
        self.root = root
        self.submitted = root / "submitted"
        self.url = f"sqlite:///{root / 'gradebook.db'}"

    def nbgrader(self, *arguments, status=0, folder=None):
        """What the command writes, after its exit status was compared."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        home = str(self.root / "home")
        env = {**os.environ, "PATH": path, "HOME": home, "JUPYTER_DATA_DIR": home}
        env |= {
            "NBGRADER_EXCHANGE": str(self.root / "exchange"),
            "PYTHONPATH": os.pathsep.join(map(str, (QUICK, ROOT))),
        }
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *arguments],
            cwd=folder or self.root,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def autograde(self, stage, student):
        """As `nbgrader autograde STAGE --student STUDENT --force`, without its start-up time."""
        config = PyFileConfigLoader("nbgrader_config.py", str(self.root)).load_config()
        config.CourseDirectory.assignment_id = stage
        config.CourseDirectory.student_id = student
        coursedir = CourseDirectory(config=config)
        converter = StageAutograde(coursedir=coursedir, config=config)
        converter.force = True
        converter.start()

    def marks(self, student, stage):
        """Automatic marks by cell id, the question's apart."""
        return {name: grade[0] for name, grade in self.grades(student, stage).items()}

    def grades(self, student, stage):
        with Gradebook(self.url, "course") as gradebook:
            submission = gradebook.find_submission(stage, student)
            return {
                grade.name: (grade.auto_score, grade.needs_manual_grade)
                for notebook in submission.notebooks
                for grade in notebook.grades
                if grade.name != ANSWER
            }

    def page(self, student, stage):
        path = self.root / "feedback" / student / stage / f"{stage}.html"
        return path.read_text(encoding="utf-8")


def hand_in(team, student, like, *stages):
    for stage in stages:
        shutil.copytree(DEMO / like / stage, team.submitted / student / stage)


def spoiled_notebook(team, stage):
    """A notebook with one check cell gone, one doubled, others edited, and an answer."""
    notebook = json.loads((team.root / "release" / stage / f"{stage}.ipynb").read_text())
    cells = notebook["cells"]
    checks = [c for c in cells if "".join(c["source"]).startswith("check(")]
    cells.remove(checks[0])
    cells.append(copy.deepcopy(checks[1]))
    checks[1]["source"] = "1000.0"
    checks[2]["metadata"]["nbgrader"]["points"] = 1000
    checks[3]["metadata"]["nbgrader"]["schema_version"] = 1
    (answer,) = [c for c in cells if "".join(c["source"]) == ANSWER_STUB]
    answer["source"] = "Since <script>the sum</script> grows."
    return json.dumps(notebook)


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    made = Team(tmp_path_factory.mktemp("course"))
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, made.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, made.root / name)
    for stage in STAGES:
        made.nbgrader("generate_assignment", stage)
    hand_in(made, "ada", "ada", *STAGES)
    hand_in(made, "ben", "ben", *STAGES)
    hand_in(made, "chloe", "chloe", *STAGES)
    (made.submitted / "ben/scores/scores.ipynb").write_text(spoiled_notebook(made, "scores"))
    (made.submitted / "chloe/scores/scores.ipynb").write_text('{"cells": [')
    (made.submitted / "chloe/scores/timestamp.txt").write_text("yesterday")
    # Hostile: a link to the answers, a pipe, and a folder where a file of the course belongs.
    hand_in(made, "dev", "dev", "scores")
    (made.submitted / "dev/scores/scores.py").unlink()
    (made.submitted / "dev/scores/scores.py").symlink_to(ROOT / "solutions/scores/reference.py")
    os.mkfifo(made.submitted / "dev/scores/notes.txt")
    (made.submitted / "dev/scores/public.json").mkdir()
    with ThreadPoolExecutor() as both:
        list(both.map(lambda stage: made.nbgrader("autograde", stage), STAGES))
    return made


def test_a_release_holds_what_students_need_and_nothing_else(team):
    released = {path.name for path in (team.root / "release" / "scores").iterdir()}
    assert {"scores.py", "exercises.yml", "scores.ipynb"} <= released
    assert not released & {"lesson.md", "__pycache__"}


@pytest.mark.parametrize("stage", STAGES)
def test_the_gradebook_holds_the_graders_marks(team, stage):
    course = read_course(team.root)
    with Grader(course) as grader:
        for folder in sorted(team.submitted.glob(f"*/{stage}")):
            result = grader.grade_stage(stage, folder)
            marks = {grade_id(item.name): item.points for item in result.objects}
            assert team.marks(folder.parent.name, stage) == marks, folder
            assert sum(marks.values()) == result.points


def test_what_was_handed_in_survives(team):
    for name in ("scores.py", "exercises.yml"):
        graded = (team.root / "autograded/ben/scores" / name).read_bytes()
        assert graded == (DEMO / "ben/scores" / name).read_bytes()
    assert not (team.root / "autograded/dev/scores/scores.py").exists()
    assert not (team.submitted / "ada/scores/scores.ipynb").exists()


def test_no_cell_is_lost_or_doubled(team):
    released = json.loads((team.root / "release/scores/scores.ipynb").read_text())
    wanted = [name for c in released["cells"] if (name := nbgrader_id(c))]
    for student in ("ada", "ben", "chloe", "dev"):
        path = team.root / "autograded" / student / "scores/scores.ipynb"
        found = [name for c in json.loads(path.read_text())["cells"] if (name := nbgrader_id(c))]
        assert sorted(found) == sorted(wanted)


def nbgrader_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def test_an_answer_waits_for_a_person_and_no_answer_is_zero(team):
    with Gradebook(team.url, "course") as gradebook:
        found = {
            student: gradebook.find_grade(ANSWER, "scores", "scores", student)
            for student in ("ada", "ben")
        }
        shown = {s: (g.auto_score, g.needs_manual_grade) for s, g in found.items()}
    assert shown == {"ada": (0, False), "ben": (None, True)}


def test_feedback_shows_the_verdict_and_the_rubric(team):
    team.nbgrader("generate_feedback", "scores")
    course = read_course(team.root)
    with Grader(course) as grader:
        result = grader.grade_stage("scores", team.submitted / "chloe" / "scores")
    page = team.page("chloe", "scores")
    assert f"First incorrect object: <code>{result.first_incorrect}</code>" in page
    assert "All correct" in team.page("ada", "scores")
    assert course.stages["scores"].questions[0].answer.splitlines()[0] in page
    assert "Since &lt;script&gt;the sum&lt;/script&gt; grows." in team.page("ben", "scores")
    said = team.nbgrader("release_feedback", "scores")
    assert "Handed in without the exchange, so that feedback stays in feedback/: ada, ben" in said


def test_manual_marks_survive_a_regrade(team):
    with Gradebook(team.url, "course") as gradebook:
        grade = gradebook.find_grade(ANSWER, "scores", "scores", "ben")
        grade.manual_score = 3
        gradebook.db.commit()
    before = team.marks("ben", "scores")
    team.autograde("scores", "ben")
    assert team.marks("ben", "scores") == before
    with Gradebook(team.url, "course") as gradebook:
        assert gradebook.find_grade(ANSWER, "scores", "scores", "ben").score == 3


def test_export_writes_the_marks(team):
    team.nbgrader("export")
    rows = (team.root / "grades.csv").read_text().splitlines()
    (row,) = [row for row in rows if row.startswith("masks,") and ",ada," in row]
    assert float(row.split(",")[-2]) == sum(team.marks("ada", "masks").values())


@contextmanager
def spoiled(path, text):
    """`path` with another text for a while."""
    before = path.read_text()
    path.write_text(text)
    try:
        yield
    finally:
        path.write_text(before)


def test_a_course_that_has_moved_on_is_refused(team):
    text = (team.root / "course.yml").read_text()
    first = text.index("points: ", text.index("raw_scores:\n"))
    moved = text[:first] + "points: 99" + text[text.index("\n", first) :]
    with (
        spoiled(team.root / "course.yml", moved),
        pytest.raises(NbGraderException, match=r"other objects or points of scores.*raw_scores"),
    ):
        team.autograde("scores", "ada")


def test_a_faulty_course_stops_nbgrader_before_any_code_runs(team):
    text = (team.root / "course.yml").read_text().replace("course:", "curse:", 1)
    with spoiled(team.root / "course.yml", text):
        said = team.nbgrader("autograde", "scores", "--force", status=2)
    assert "course.yml" in said
    assert "curse" in said


def test_a_faulty_reference_touches_no_mark(team):
    before = team.grades("ada", "masks")
    with spoiled(team.root / "solutions" / "masks" / "reference.py", "1 +"):
        said = team.nbgrader("autograde", "masks", "--force", status=1)
    assert "reference.py" in said
    assert team.grades("ada", "masks") == before


def test_nothing_runs_without_isolation(team, monkeypatch):
    monkeypatch.setattr(Grader, "isolation", "limits")
    with pytest.raises(NbGraderException, match="no isolation holds here"):
        team.autograde("masks", "ada")


def test_a_mark_that_is_withheld_waits_for_a_person(team):
    with spoiled(team.root / "solutions" / "masks" / "exercises.yml", "["):
        team.autograde("masks", "ada")
    assert set(team.grades("ada", "masks").values()) == {(None, True)}
    team.autograde("masks", "ada")
    assert sum(team.marks("ada", "masks").values()) > 0
