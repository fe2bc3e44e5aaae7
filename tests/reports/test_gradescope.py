"""The zip for Gradescope, run in a clean folder by its own scripts as the service would."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.cli import main
from autograder.commands.gradescope import grade
from autograder.course_file import read_course
from autograder.errors import HarnessError
from autograder.grading import Grader

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "tests" / "submissions" / "demo"
TEST_KEYS = {
    "score": float,
    "max_score": float,
    "status": str,
    "name": str,
    "number": str,
    "output": str,
    "visibility": str,
    "extra_data": dict,
}
COURSE = read_course(ROOT)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("zip") / "autograder.zip"
    arguments = ["gradescope", "--assignment", "scores", "--out", str(path)]
    assert main([*arguments, "--course", str(ROOT)]) == 0
    return path


@pytest.fixture(scope="module")
def service(archive, tmp_path_factory):
    """The service's folders after its image was built."""
    base = tmp_path_factory.mktemp("service")
    with zipfile.ZipFile(archive) as packed:
        for entry in packed.infolist():
            made = Path(packed.extract(entry, base / "source"))
            made.chmod(entry.external_attr >> 16 & 0o777)
    script(base, "setup.sh", AUTOGRADER_PYTHON=sys.executable)
    return base


def script(base, name, **more):
    home = base / "home"
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        [str(base / "source" / name)],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "HOME": str(home), "AUTOGRADER_BASE": str(base), **more},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


def hand_in(service, files, folder=""):
    place = service / "submission"
    shutil.rmtree(place, ignore_errors=True)
    (place / folder).mkdir(parents=True)
    for path in files:
        shutil.copy(path, place / folder)


def results(service):
    return json.loads((service / "results" / "results.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", ["", "scores", "upload/of mine"])
def test_a_submission_gets_the_marks_it_gets_here(service, folder):
    hand_in(service, (DEMO / "ben" / "scores").iterdir(), folder)
    status, said = script(service, "run_autograder")
    assert status == 0, said
    with Grader(COURSE) as grader:
        wanted = grader.grade_stage("scores", DEMO / "ben" / "scores")
    found = results(service)
    assert [t["score"] for t in found["tests"]] == [item.points for item in wanted.objects]
    assert sum(t["max_score"] for t in found["tests"]) == COURSE.stages["scores"].max_points
    assert f"First incorrect object: {wanted.first_incorrect}." in found["output"]
    for test in found["tests"]:
        assert {key: type(value) for key, value in test.items()} == TEST_KEYS
        assert test["status"] in ("passed", "failed")


def test_no_file_is_zero_and_says_so(service):
    hand_in(service, [])
    assert script(service, "run_autograder")[0] == 0
    assert sum(test["score"] for test in results(service)["tests"]) == 0
    assert "scores.py was not handed in" in results(service)["output"]


def test_two_files_of_one_name_are_not_guessed_at(service):
    hand_in(service, [DEMO / "ada/scores/scores.py"], "one")
    shutil.copytree(service / "submission/one", service / "submission/two")
    status, said = script(service, "run_autograder")
    assert (status, "more than once, none is taken: one, two" in said) == (0, True)
    assert sum(test["score"] for test in results(service)["tests"]) == 0


def test_a_mark_that_is_withheld_writes_no_results(tmp_path, monkeypatch):
    def broken(self, stage, folder):  # noqa: ARG001 - as the method
        raise ValueError("our fault")

    monkeypatch.setattr(Grader, "_grade_files", broken)
    out = tmp_path / "results.json"
    with pytest.raises(HarnessError, match=r"mark withheld: .*our fault"):
        grade(ROOT, "scores", DEMO / "ada" / "scores", out, "auto")
    assert not out.exists()


def test_the_zip_holds_what_grading_needs_and_is_the_same_each_time(archive, tmp_path):
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
    assert {"setup.sh", "run_autograder", "course/course.yml"} <= names
    assert "course/solutions/scores/reference.py" in names
    assert not [name for name in names if "__pycache__" in name or "/gradebook/" in name]
    again = tmp_path / "again.zip"
    arguments = ["gradescope", "--assignment", "scores", "--out", str(again)]
    assert main([*arguments, "--course", str(ROOT)]) == 0
    if os.environ.get("CI"):  # elsewhere others may be at work on the engine meanwhile
        assert again.read_bytes() == archive.read_bytes()


def test_an_unknown_stage_is_wrong_usage(tmp_path, capsys):
    arguments = ["gradescope", "--assignment", "nothing", "--out", str(tmp_path / "a.zip")]
    assert main([*arguments, "--course", str(ROOT)]) == 2
    assert "nothing: no such stage" in capsys.readouterr().err
