"""GitHub Classroom's reporter can read what a step says, and adds up the right points."""

import base64
import json

import pytest

from autograder.commands.github import github_writer
from autograder.course_file import read_course
from autograder.errors import UsageError
from autograder.reports.github import render, set_output
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult

COURSE = """
course: Small
version: "1"
stages:
  one: {title: One, calls: [{call: f(x), objects: {a: {points: 1}}}]}
  two: {title: Two, calls: [{call: g(x), objects: {b: {points: 2}}}]}
"""
RIGHT = ObjectResult("a", Status.CORRECT, 3.0, 3.0)
WRONG = ObjectResult("b", Status.INCORRECT, 0.5, 2.0, message="Not divided.")
FOLLOWS = ObjectResult("c", Status.FOLLOWS, 1.0, 1.0, message="It follows.")


def stage(*objects, points=1.0, error=None, name="one"):
    worth = sum(item.max_points for item in objects)
    return StageResult(name, points, worth, None, error, 0.1, objects)


def document(*stages):
    return json.loads(base64.b64decode(render(stages), validate=True))


def test_the_document():
    made = document(stage(RIGHT, WRONG, FOLLOWS))
    assert {key: made[key] for key in ("version", "status", "max_score")} == {
        "version": 1,
        "status": "fail",
        "max_score": 6.0,
    }
    assert [(t["name"], t["status"], t["score"], t["message"]) for t in made["tests"]] == [
        ("one: a", "pass", 3.0, ""),
        ("one: b", "fail", 0.5, "incorrect: Not divided."),
        ("one: c", "fail", 1.0, "follows: It follows."),
    ]
    for test in made["tests"]:
        assert set(test) == {
            "name",
            "status",
            "score",
            "message",
            "test_code",
            "filename",
            "line_no",
        }


def test_all_right_passes():
    assert document(stage(RIGHT))["status"] == "pass"


def test_a_mark_that_is_withheld_is_an_error_and_not_a_failure():
    made = document(stage(RIGHT, points=None, error="the grader failed"))
    assert made["status"] == "error"
    assert [(t["status"], t["score"]) for t in made["tests"]] == [("error", 0.0)]


def test_the_output_of_a_step(tmp_path, monkeypatch, capsys):
    outputs = tmp_path / "outputs"
    outputs.write_text("earlier=1\n")
    monkeypatch.setenv("GITHUB_OUTPUT", str(outputs))
    set_output("abc=")
    assert outputs.read_text() == "earlier=1\nresult=abc=\n"
    monkeypatch.delenv("GITHUB_OUTPUT")
    set_output("abc=")
    assert capsys.readouterr().out == "result=abc=\n"


@pytest.fixture
def course(tmp_path):
    (tmp_path / "course.yml").write_text(COURSE)
    return read_course(tmp_path)


@pytest.mark.parametrize(("wanted", "names"), [("two", {"two: b"}), ("all", {"one: a", "two: b"})])
def test_the_stages_of_a_step(course, monkeypatch, capsys, wanted, names):
    monkeypatch.delenv("GITHUB_OUTPUT", raising=False)
    stages = (stage(RIGHT), stage(WRONG, name="two"))
    result = SubmissionResult("ada", 3.5, 5.0, None, None, stages)
    assert list(github_writer(course, wanted, 1)([result])) == [result]
    text = capsys.readouterr().out.removeprefix("result=").strip()
    assert {t["name"] for t in json.loads(base64.b64decode(text))["tests"]} == names


@pytest.mark.parametrize(("wanted", "number"), [("three", 1), ("one", 2), ("all", 0)])
def test_wrong_usage(course, wanted, number):
    with pytest.raises(UsageError):
        github_writer(course, wanted, number)
