"""`autograder grade --gradebook` beside nbgrader's own way: the same, at once, and again."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment, GenerateFeedback
from nbgrader.converters.base import NbGraderException

from autograder.cli import main
from autograder.course_file import read_course
from autograder.gradebook import fast, places, stamp
from autograder.gradebook.converter import StageAutograde
from autograder.gradebook.settings import read_settings
from autograder.gradebook.transaction import one_gradebook
from autograder.grading import Grader
from autograder.lesson import ANSWER, ANSWER_STUB, write_notebooks

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "tests" / "submissions" / "demo"
STAGES = ("scores", "masks")
MARKS = """
    select s.student_id, a.name, c.name, c.type, g.auto_score, g.manual_score, g.extra_credit,
           g.needs_manual_grade, n.late_submission_penalty, s.timestamp
    from grade g join base_cell c on c.id = g.cell_id
    join submitted_notebook n on n.id = g.notebook_id
    join submitted_assignment s on s.id = n.assignment_id
    join assignment a on a.id = s.assignment_id order by 1, 2, 3
"""
COMMENTS = """
    select s.student_id, a.name, c.name, k.auto_comment, k.manual_comment
    from comment k join base_cell c on c.id = k.cell_id
    join submitted_notebook n on n.id = k.notebook_id
    join submitted_assignment s on s.id = n.assignment_id
    join assignment a on a.id = s.assignment_id order by 1, 2, 3
"""


class Team:
    """A copy of the course with a gradebook."""

    def __init__(self, root):
        self.root = root
        self.submitted = root / "submitted"

    def fast(self, *options, status=1, paths=None):
        paths = paths or [self.submitted]
        arguments = ["grade", *map(str, paths), "--gradebook", "--course", str(self.root)]
        assert main([*arguments, *options]) == status

    def nbgrader(self, converter, stage, student="*", **more):
        """As the command, without its start-up time."""
        settings = read_settings(self.root)
        settings.coursedir.assignment_id = stage
        settings.coursedir.student_id = student
        made = converter(coursedir=settings.coursedir, config=settings.config)
        made.force = True
        for name, value in more.items():
            setattr(made, name, value)
        made.start()
        return made

    def slow(self):
        for stage in STAGES:
            self.nbgrader(StageAutograde, stage)
            self.nbgrader(GenerateFeedback, stage)

    def rows(self, query=MARKS):
        with sqlite3.connect(self.root / "gradebook.db") as database:
            return database.execute(query).fetchall()

    def book(self):
        return Gradebook(f"sqlite:///{self.root / 'gradebook.db'}", "course")

    def by_hand(self, student, mark, comment):
        with self.book() as book:
            where = (ANSWER, "scores", "scores", student)
            grade = book.find_grade(*where)
            grade.manual_score, grade.needs_manual_grade = mark, False
            book.find_comment(*where).manual_comment = comment
            book.db.commit()

    def copy(self, folder):
        shutil.copytree(self.root, folder)
        return Team(folder)

    def files(self, folder):
        root = self.root / folder
        return {str(p.relative_to(root)): p for p in root.rglob("*") if p.is_file()}

    def edit(self, name, old, new):
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


def answered(team):
    notebook = json.loads((team.root / "release/scores/scores.ipynb").read_text())
    cells = notebook["cells"]
    (answer,) = [c for c in cells if "".join(c["source"]) == ANSWER_STUB]
    answer["source"] = "Since <b>the sum</b> grows."
    cells.remove(next(c for c in cells if "".join(c["source"]).startswith("check(")))
    cells.append({"cell_type": "code", "metadata": {}, "source": "1 + 1", "id": "own"})
    return json.dumps(notebook)


@pytest.fixture(scope="module", autouse=True)
def surroundings(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        binaries = Path(sys.executable).parent
        patch.setenv("PATH", os.pathsep.join([str(binaries), os.environ["PATH"]]))
        # The engine itself is part of what a stamp remembers; not while others work on it.
        patch.setattr(stamp, "ENGINE", tmp_path_factory.mktemp("engine"))
        yield


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The course with submissions handed in and nothing graded."""
    team = Team(tmp_path_factory.mktemp("begun") / "course")
    hidden = shutil.ignore_patterns("__pycache__")
    for name in ("assignments", "solutions"):
        shutil.copytree(ROOT / name, team.root / name, ignore=hidden)
    course = yaml.safe_load((ROOT / "course.yml").read_text(encoding="utf-8"))
    course["stages"] = {name: course["stages"][name] for name in STAGES}
    text = yaml.safe_dump(course, sort_keys=False, allow_unicode=True)
    (team.root / "course.yml").write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "nbgrader_config.py", team.root / "nbgrader_config.py")
    for stage in STAGES:
        team.nbgrader(GenerateAssignment, stage)
        for student in ("ada", "ben", "chloe"):
            shutil.copytree(DEMO / student / stage, team.submitted / student / stage)
    (team.submitted / "ben/scores/scores.ipynb").write_text(answered(team))
    (team.submitted / "ben/scores/timestamp.txt").write_text("2030-01-02 00:00:00 UTC")
    (team.submitted / "chloe/scores/scores.ipynb").write_text('{"cells": [')
    (team.submitted / "chloe/masks/masks.py").unlink()
    (team.submitted / "chloe/masks/masks.py").symlink_to(ROOT / "solutions/masks/reference.py")
    os.mkfifo(team.submitted / "chloe/masks/pipe")
    with team.book() as book:
        book.update_or_create_assignment("scores", duedate="2030-01-01 00:00:00 UTC")
        book.db.commit()
    with (team.root / "nbgrader_config.py").open("a") as config:
        config.write('c.LateSubmissionPlugin.penalty_method = "zero"\n')
    return team


@pytest.fixture(scope="module")
def slow(begun, tmp_path_factory):
    (begun.submitted / "chloe/masks/pipe").unlink()  # no copy of it could be made
    team = begun.copy(tmp_path_factory.mktemp("slow") / "course")
    team.slow()
    return team


@pytest.fixture(scope="module")
def graded(begun, slow, tmp_path_factory):  # noqa: ARG001 - slow makes `begun` fit to be copied
    team = begun.copy(tmp_path_factory.mktemp("fast") / "course")
    team.fast()
    return team


@pytest.fixture
def team(graded, tmp_path):
    return graded.copy(tmp_path / "course")


def test_both_ways_give_the_same_gradebook(slow, graded):
    assert graded.rows() == slow.rows()
    assert graded.rows(COMMENTS) == slow.rows(COMMENTS)
    assert {row[8] for row in graded.rows() if row[:2] == ("ben", "scores")} != {None}


def test_both_ways_give_the_same_notebooks_cell_by_cell(slow, graded):
    theirs, ours = slow.files("autograded"), graded.files("autograded")
    assert ours.keys() == theirs.keys()
    for name, path in theirs.items():
        if path.suffix == ".ipynb":
            wanted, found = (json.loads(p.read_text())["cells"] for p in (path, ours[name]))
            assert len(found) == len(wanted)
            for one, other in zip(found, wanted, strict=True):
                assert one == other, name
        assert ours[name].read_bytes() == path.read_bytes(), name
        assert ours[name].stat().st_mode == path.stat().st_mode, name


def test_both_ways_give_the_same_pages(slow, graded):
    theirs, ours = slow.files("feedback"), graded.files("feedback")
    assert ours.keys() == theirs.keys()
    for name, path in theirs.items():
        assert ours[name].read_bytes() == path.read_bytes(), name
    assert "Since &lt;b&gt;the sum&lt;/b&gt; grows." in ours["ben/scores/scores.html"].read_text()


@pytest.mark.parametrize(
    "comment", ["*Well* argued.", "</div></main> <b>open", "<!-- open", '<img src="x.png">', "<p>"]
)
def test_a_comment_makes_the_page_that_nbgrader_makes_of_it(team, tmp_path, comment):
    team.by_hand("ben", 3.0, comment)
    team.fast(status=0)
    as_nbgrader_makes_them(team, tmp_path)


def test_pages_of_a_configured_template_are_nbgraders_too(team, tmp_path):
    template = team.root / "templates" / "own"
    template.mkdir(parents=True)
    (template / "conf.json").write_text('{"base_template": "classic"}')
    (template / "index.html.j2").write_text(
        "{% extends 'nbconvert/templates/classic/index.html.j2' %}"
        "{% block any_cell scoped %}<p>{{ resources.nbgrader.student }}</p>{{ super() }}"
        "{% endblock %}"
    )
    with (team.root / "nbgrader_config.py").open("a") as config:
        config.write('c.HTMLExporter.template_name = "own"\n')
        config.write(f'c.HTMLExporter.extra_template_basedirs = ["{template.parent}"]\n')
    team.fast()
    assert "<p>ben</p>" in team.files("feedback")["ben/scores/scores.html"].read_text()
    as_nbgrader_makes_them(team, tmp_path)


def as_nbgrader_makes_them(team, folder):
    other = team.copy(folder / "other")
    for stage in STAGES:
        other.nbgrader(GenerateFeedback, stage)
    test_both_ways_give_the_same_pages(other, team)


def test_steps_see_what_others_saved_and_nothing_is_kept_that_is_not_committed(team):
    before, url = team.rows(), f"sqlite:///{team.root / 'gradebook.db'}"
    where = ("scores", "scores", "ada")
    with one_gradebook(url, "course") as database, database():
        with Gradebook(url) as one:
            notebook = one.find_submission_notebook(*where)
            total = notebook.score
            grade = one.find_grade("raw_scores", *where)
            earned, grade.auto_score = grade.auto_score, 100
            one.db.commit()
        with Gradebook(url) as other:
            assert other.find_grade("raw_scores", *where).score == 100
            assert notebook.score == total - earned + 100
    assert team.rows() == before


def test_nothing_is_left_aside(graded):
    assert [p for p in graded.root.rglob("*") if p.name.startswith(places.ASIDE)] == []


def test_a_second_run_skips_what_is_done(team, capsys):
    before = {name: path.stat().st_mtime_ns for name, path in team.files("autograded").items()}
    team.fast(status=0)
    assert "0 written, 6 unchanged and skipped (--force takes them too)" in capsys.readouterr().out
    (team.submitted / "ada/masks/masks.py").write_text("1 +")
    team.fast()
    out = capsys.readouterr().out
    assert "1 written, 5 unchanged and skipped" in out
    assert re.search(r"ada +masks\.causal_mask +\d → 0 ", out)
    assert not re.search(r"^ada +[\d.]+ of ", out, re.M)  # in detail only where one was named
    after = {name: path.stat().st_mtime_ns for name, path in team.files("autograded").items()}
    changed = {name for name in before if after.get(name) != before[name]}
    assert {Path(name).parent for name in changed} == {Path("ada/masks")}


def test_a_mark_given_by_hand_renews_the_page_only(team, capsys):
    team.by_hand("ben", 3.0, "Well *argued*.")
    before = team.files("autograded")["ben/scores/scores.ipynb"].stat().st_mtime_ns
    team.fast(status=0)
    assert "0 written, 1 with a new page only, 5 unchanged" in capsys.readouterr().out
    assert "Well " in team.files("feedback")["ben/scores/scores.html"].read_text()
    assert team.files("autograded")["ben/scores/scores.ipynb"].stat().st_mtime_ns == before
    # The penalty of a late submission is the whole score, the mark given by hand included.
    (row,) = {row[8] for row in team.rows() if row[:2] == ("ben", "scores")}
    assert row == sum(r[5] or r[4] or 0 for r in team.rows() if r[:2] == ("ben", "scores"))
    team.fast(status=0)
    assert "6 unchanged" in capsys.readouterr().out


@pytest.mark.parametrize("way", ["fast", "nbgrader"])
def test_marks_and_comments_given_by_hand_survive_a_regrade(team, way):
    team.by_hand("ben", 3.0, "Well argued.")
    if way == "fast":
        team.fast("--force")
    else:
        team.nbgrader(StageAutograde, "scores", "ben")
    kept = [row for row in team.rows() if row[:3] == ("ben", "scores", ANSWER)]
    assert [row[5] for row in kept] == [3.0]
    assert ("ben", "scores", ANSWER, None, "Well argued.") in team.rows(COMMENTS)


def changed_key(team):
    """The answer key of one exercise of `scores` becomes another."""
    path = team.root / "solutions" / "scores" / "exercises.yml"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"(?m)^(raw_entry:).*$", r"\1 -123456", text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def test_a_changed_reference_shows_what_it_changes_before_it_is_written(team, capsys):
    changed_key(team)
    before = team.rows(), team.files("autograded").keys()
    team.fast("--dry-run")
    told = capsys.readouterr().out
    lines = [line for line in told.splitlines() if "→" in line]
    assert any(re.match(r"ada +scores\.exercises\.raw_entry +1 → 0 +not right", x) for x in lines)
    assert "6 would be written; " in told
    assert (team.rows(), team.files("autograded").keys()) == before
    team.fast()
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if "→" in line] == lines
    assert "6 written; " in said
    marks = {row[:3]: row[4] for row in team.rows()}
    assert marks["ada", "scores", "exercises-raw_entry"] == 0


def test_nbgraders_own_way_shows_changes_too(team, caplog):
    changed_key(team)
    team.nbgrader(StageAutograde, "scores", "ada")
    assert re.search(r"Mark changes: ada +scores\.exercises\.raw_entry +1 → 0", caplog.text)


def test_a_submission_that_fails_stops_no_other_and_stays_as_it_was(team, monkeypatch, capsys):
    changed_key(team)
    before = team.rows()
    original = fast.Pages.put

    def put(self, student, stage, source):
        if (student, stage) == ("ada", "scores"):
            raise RuntimeError("no page today")
        original(self, student, stage, source)

    monkeypatch.setattr(fast.Pages, "put", put)
    team.fast(status=3)
    told = capsys.readouterr()
    assert "ada/scores: not written: RuntimeError: no page today" in told.err
    assert "5 written, 1 failed" in told.out
    ada = [row for row in before if row[:2] == ("ada", "scores")]
    assert [row for row in team.rows() if row[:2] == ("ada", "scores")] == ada
    assert team.files("autograded")["ada/scores/scores.ipynb"].is_file()
    monkeypatch.undo()


def test_a_run_that_is_stopped_is_taken_up_again(team, slow, monkeypatch, capsys):
    calls = []

    def stopped(self, student, stage):  # noqa: ARG001 - as Places.finish
        calls.append(student)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(places.Places, "finish", stopped)  # the database is committed by then
        team.fast("--force", status=130)
    capsys.readouterr()
    team.fast(status=0)  # the one that was stopped, ada's, is all right
    assert "1 written, 5 unchanged" in capsys.readouterr().out
    assert len(calls) == 1
    assert team.rows() == slow.rows()
    test_both_ways_give_the_same_pages(slow, team)


def test_marks_that_are_withheld_wait_for_a_person(team, monkeypatch, capsys):
    original = Grader._grade_files

    def broken(self, stage, folder):
        if stage.name == "masks":
            raise ValueError("our fault")
        return original(self, stage, folder)

    monkeypatch.setattr(Grader, "_grade_files", broken)
    team.fast("--force", status=3)
    assert "→ withheld" in capsys.readouterr().out
    masks = {row[4:8] for row in team.rows() if row[1] == "masks" and row[2] != ANSWER}
    assert masks == {(None, None, None, True)}


def test_two_runs_at_once_spoil_nothing(begun, slow, tmp_path):
    team = begun.copy(tmp_path / "course")
    command = [sys.executable, "-m", "autograder", "grade", "submitted", "--gradebook", "--force"]
    runs = [
        subprocess.Popen(
            command,
            cwd=team.root,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    said = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [1, 1], said
    assert team.rows() == slow.rows()
    test_both_ways_give_the_same_pages(slow, team)
    test_nothing_is_left_aside(team)


def test_a_course_that_moved_on_is_told_the_way_out_and_it_works(team, capsys):
    team.by_hand("ben", 3.0, "Well argued.")
    course = read_course(team.root)
    gone = course.stages["scores"].exercises[0].key
    team.edit("course.yml", f"      {gone}:", "      brought_in:")
    team.edit("solutions/scores/exercises.yml", f"{gone}:", "brought_in:")
    team.fast("--force", status=2)
    said = capsys.readouterr().err
    assert f"exercises-{gone}" in said
    way_out = "nbgrader generate_assignment scores --force --StageCells.keep_submissions=True"
    assert way_out in said
    write_notebooks(read_course(team.root))
    with pytest.raises(NbGraderException):
        team.nbgrader(GenerateAssignment, "scores")
    generate(team, "scores")
    team.fast("--force")
    marks = {row[:3]: row[4:6] for row in team.rows()}
    assert ("ada", "scores", f"exercises-{gone}") not in marks
    assert marks["ada", "scores", "exercises-brought_in"] == (0, None)
    assert marks["ben", "scores", ANSWER] == (None, 3.0)
    assert ("ben", "scores", ANSWER, None, "Well argued.") in team.rows(COMMENTS)


def test_a_stage_that_is_not_generated_is_named_and_the_others_are_written(
    begun, slow, tmp_path, capsys
):
    team = begun.copy(tmp_path / "course")
    with team.book() as book:
        book.remove_assignment("masks")
    team.fast(status=2)
    said = capsys.readouterr()
    assert "not written: masks is not in gradebook.db yet: run" in said.err
    assert "3 written" in said.out
    assert team.rows() == [row for row in slow.rows() if row[1] == "scores"]


def generate(team, stage):
    settings = read_settings(team.root)
    settings.coursedir.assignment_id = stage
    settings.config.StageCells.keep_submissions = True
    made = GenerateAssignment(coursedir=settings.coursedir, config=settings.config)
    made.force = True
    made.start()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--dry-run"], "belong to --gradebook"),
        (["--force"], "belong to --gradebook"),
        (["--gradebook"], "nbgrader looks for it at"),
    ],
)
def test_wrong_usage(graded, tmp_path, capsys, arguments, said):
    shutil.copytree(DEMO / "ada", tmp_path / "elsewhere" / "ada")
    path = str(tmp_path / "elsewhere")
    assert main(["grade", path, "--course", str(graded.root), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_without_a_gradebook_none_is_made(begun, tmp_path, capsys):
    team = begun.copy(tmp_path / "course")
    (team.root / "gradebook.db").unlink()
    team.fast(status=2)
    assert "nbgrader generate_assignment" in capsys.readouterr().err
    assert not (team.root / "gradebook.db").exists()
