"""The self-test: right about a good course, and not silent about a poor one."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from autograder.cli import main
from autograder.course import Course
from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.reports.terminal import Terminal
from autograder.result import Status
from autograder.selftest import mutants
from autograder.selftest.counts import count_stage, is_right
from autograder.selftest.equivalents import read_equivalents
from autograder.selftest.labelled import find_labelled
from autograder.selftest.mutators import changes
from autograder.selftest.report import render_json, write_terminal
from autograder.selftest.trial import Due, Findings, Said, tried
from autograder.selftest.work import find

# A course with one stage, as good or as poor as its misconceptions and cases are.
COURSE = """
course: Means
version: "1"
stages:
  means:
    title: Means
    lesson: one
    calls:
      - call: total(x)
        objects:
          total: {points: 1, formula: Σ x, shape: "(m,)", hint: add}
      - call: mean(x)
        objects:
          mean: {points: 1, formula: Σ x / n, shape: "(m,)", needs: [total], hint: divide}
"""
REFERENCE = """
def total(x):
    return added(x)

def added(x):
    left, found = len(x), 0
    while left > 0:
        left -= 1
        found = found + x[left]
    return found

def mean(x, total):
    return divided(total(x), x)

def divided(found, x):
    return found / len(x)
"""
CASES = """
import numpy as np
from autograder.authoring import Case

def total(rng):
    yield Case("three rows", (np.array([[1.0, 5.0], [2.0, 0.0], [4.5, -3.0]]),))
    yield Case("two rows", (np.array([[3.0, 2.0], [-1.0, 4.0]]),))

mean = total
"""
MISTAKES = """
from autograder.authoring import misconception

@misconception("total", replaces="added", says="first left out", look="the first")
def first_left_out(x):
    return x[1:].sum(axis=0)

@misconception("mean", replaces="divided", says="not divided", look="the formula")
def not_divided(found, x):
    return found

@misconception("mean", replaces="divided", says="one too many", look="the formula")
def one_too_many(found, x):
    return found / (len(x) + 1)
"""
POOR = """
@misconception("mean", replaces="divided", says="as it should be", look="nowhere")
def no_mistake(found, x):
    return found / len(x)

@misconception("mean", replaces="divided", says="not divided, once more", look="the formula")
def left_as_it_is(found, x):
    return 1 * found
"""

Make = Callable[..., Course]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(mistakes: str = MISTAKES, equivalents: str = "") -> Course:
        folder = tmp_path / "solutions" / "means"
        folder.mkdir(parents=True)
        (tmp_path / "course.yml").write_text(COURSE)
        (tmp_path / "solutions" / "seed.txt").write_text("5")
        for name, text in (
            ("reference.py", REFERENCE),
            ("cases.py", CASES),
            ("misconceptions.py", mistakes),
            ("public.py", ""),
        ):
            (folder / name).write_text(text)
        if equivalents:
            (folder / "equivalent_mutants.yml").write_text(equivalents)
        return read_course(tmp_path)

    return made


def found_in(course: Course, **options: object) -> Findings:
    jobs = options.get("jobs", 1)
    assert isinstance(jobs, int)
    return find(course, None, jobs, lambda *_: None)


def shown(findings: Findings) -> str:
    written = BytesIO()
    stream = TextIOWrapper(written, encoding="utf-8")
    write_terminal(findings, Terminal(stream, 80), 80)
    stream.flush()
    return written.getvalue().decode("utf-8")


EQUIVALENTS = """
- function: means.reference.added
  was: "while left > 0:"
  becomes: "while left != 0:"
  reason: it counts down by one from no less than 0
"""


def test_a_good_course_is_found_good(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "DEADLINE_S", 0.2)
    findings = found_in(make(equivalents=EQUIVALENTS))
    assert [trial.wrong for trial in findings.trials if trial.wrong] == []
    assert findings.dead == findings.alike == {"means": ()}
    counts = count_stage(findings.trials, findings.mutants)
    # every one joined, in float32 and as lists, and the first one also written out
    assert counts.sources["planted"].trials == 3 * 3 + 1
    assert counts.sources["pair"].trials == 2
    assert counts.sources["sound"].trials == 4
    assert counts.sources["planted"].cause.right == counts.sources["planted"].cause.of == 10
    assert counts.sources["planted"].follows.of == 3
    assert counts.first_object["total", "total"] == 4 + 2


def test_every_mutant_is_killed_even_one_that_never_ends(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "DEADLINE_S", 0.2)
    verdicts = {(each.was, each.becomes): each.verdict for each in found_in(make()).mutants}
    assert verdicts["left -= 1", "pass"] == "killed"
    assert verdicts["return found / len(x)", "return found * len(x)"] == "killed"
    assert [key for key, fate in verdicts.items() if fate == "survived"] == []


def test_a_poor_course_is_told_what_is_wrong(make: Make) -> None:
    findings = found_in(make(MISTAKES + POOR))
    assert not is_right(findings)
    assert findings.dead["means"] == ("mean no_mistake: no case tells it from the reference",)
    assert findings.alike["means"] == ("mean left_as_it_is: no case tells it from not_divided",)
    text = shown(findings)
    assert "means: misconceptions that no case shows" in text
    assert "means: causes that no case tells apart" in text


def test_a_stale_equivalent_is_told(make: Make) -> None:
    gone = EQUIVALENTS.replace("left != 0", "left != 7")
    findings = found_in(make(equivalents=gone))
    assert findings.stale["means"] == ("means.reference.added: while left != 7:",)
    assert not is_right(findings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read"),
        ("a: 1", "must be a list"),
        ("- {function: f}", "entry 1 must have becomes, function, reason, was"),
        ("- {function: f, was: a, becomes: b, reason: ' '}", "entry 1 gives no reason"),
    ],
)
def test_a_list_of_equivalents_is_checked(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "equivalent_mutants.yml").write_text(text)
    with pytest.raises(CourseError, match=said):
        read_equivalents(tmp_path)


def test_the_small_course_is_graded_rightly(small: Path) -> None:
    course = read_course(small)
    findings = found_in(course)
    assert [(trial.name, trial.wrong) for trial in findings.trials if trial.wrong] == []
    assert not any(findings.dead.values())
    assert not any(findings.alike.values())
    assert {trial.source for trial in findings.trials} == {
        "planted",
        "pair",
        "submission",
        "sound",
    }


def test_the_same_findings_on_any_number_of_processes(small: Path, tmp_path: Path) -> None:
    course = read_course(small)
    part = replace(course, stages={"basis": course.stages["basis"]})
    one, two = (find(part, tmp_path, jobs, lambda *_: None) for jobs in (1, 2))
    assert render_json(one) == render_json(two)
    assert one.notes == ("there are no labelled submissions",)


def test_the_report_holds_numbers_and_a_matrix(make: Make) -> None:
    findings = found_in(make())
    text = shown(findings)
    assert max(map(len, text.splitlines())) <= 80
    assert "means       planted alone" in text
    assert "  1 total      6     ·     ·" in text
    assert "  2 mean       ·     6     ·" in text
    assert "  none         ·     ·     4" in text
    document = json.loads(render_json(findings))
    stage = document["stages"]["means"]
    assert stage["first_object"] == {
        "mean": {"mean": 6},
        "none": {"none": 4},
        "total": {"total": 6},
    }
    assert stage["sources"]["planted"] == {
        "trials": 10,
        "first_right": 10,
        "causes": 10,
        "causes_right": 10,
        "follows": 3,
        "follows_right": 3,
        "false_alarms": 0,
    }


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return a - b", {"a + b", "b - a", "a", "b"}),
        ("return a @ b", {"a * b", "b @ a", "a", "b"}),
        ("return a < b", {"a <= b", "a > b"}),
        ("return f(a, b, axis=-1)", {
            "f(b, a, axis=-1)", "a", "f(a, b)", "f(a, b, axis=0)", "f(a, b, axis=-2)",
            "f(a, b, axis=1)", "f(a, b, axis=-0)",
        }),
        ("return a if b else c", {"c if b else a", "a", "c"}),
        ("return (a, b, 0)", {"(b, a, 0)", "(a, 0, b)", "(a, b, 1)", "(a, b, -1)"}),
        ("return f(f'{a} is {b}')", {"f'{a} is {b}'"}),
        ("return x['Q']", {"x['Q_']"}),
        ("return np.zeros(a)", {"np.ones(a)", "a"}),
    ],
)  # fmt: skip
def test_mutators(code: str, expected: set[str]) -> None:
    assert {change.becomes.removeprefix("return ") for change in _changes(code)} == expected


@pytest.mark.parametrize(
    ("code", "was", "becomes"),
    [
        ("a[0] = 1\n    return a", "a[0] = 1", "pass"),
        ("if a:\n        return b\n    return c", "if a:", "if not a:"),
        ("'''Told.'''\n    return -a", "return -a", "return a"),
    ],
)
def test_mutators_of_statements(code: str, was: str, becomes: str) -> None:
    assert (was, becomes) in {(change.was, change.becomes) for change in _changes(code)}


def test_long_lines_are_cut_to_what_differs() -> None:
    long = ", ".join(f"name_{k}(a, b)" for k in range(20))
    for change in _changes(f"return [{long}]"):
        assert len(change.was) < 110
        assert change.was != change.becomes


def _changes(code: str):
    (function,) = ast.parse(f"def g(a, b):\n    {code}").body
    assert isinstance(function, ast.FunctionDef)
    return list(changes(function))


def _due(*statuses: Status, cause: str | None = None) -> Due:
    return Due(frozenset(statuses), cause)


def test_a_trial_tells_what_is_not_right() -> None:
    due = {
        "S": _due(Status.INCORRECT, cause="scale"),
        "A": _due(Status.FOLLOWS, Status.NOT_JUDGED),
        "H": _due(Status.CORRECT),
    }
    said = {
        "S": Said(Status.INCORRECT),
        "A": Said(Status.NOT_JUDGED),
        "H": Said(Status.INCORRECT, "x"),
    }
    trial = tried("stage", "planted", "name", due, said)
    assert trial.wrong == (
        "H is incorrect, due is correct",
        "S: cause not named, due is scale",
    )
    assert trial.false_alarms == 1
    assert (trial.due_first, trial.said_first) == ("S", "S")


@pytest.mark.parametrize(
    ("said", "fair", "verdict"),
    [("b+a", "", "right"), ("c", "S", "other"), ("a", "", "wrong"), (None, "S", "none")],
)
def test_causes(said: str | None, fair: str, verdict: str) -> None:
    due = {"S": _due(Status.INCORRECT, cause="a+b")}
    trial = tried("stage", "pair", "x", due, {"S": Said(Status.INCORRECT, said)}, fair=fair)
    assert trial.cause == verdict


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("stage: basis\nfirst_incorrect: nothing", "stage basis has no object nothing"),
        ("stage: basis\nincorrect: [norms]", "first_incorrect is None, by the lists it is norms"),
        ("[", "cannot be read"),
        ("7", "must be a mapping"),
    ],
)
def test_a_label_is_checked(course: Course, tmp_path: Path, label: str, said: str) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "label.yml").write_text(label)
    with pytest.raises(CourseError, match=said):
        find_labelled(course, tmp_path)


def test_doubtful_labels_are_told_and_not_counted(course: Course, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    (folder / "basis").mkdir(parents=True)
    (folder / "basis" / "basis.py").write_text("")
    (folder / "label.yml").write_text(
        "stage: basis\nfirst_incorrect: norms\nincorrect: [norms]\ndoubtful: who knows\n"
    )
    part = replace(course, stages={"basis": course.stages["basis"]})
    findings = find(part, tmp_path, 1, lambda *_: None)
    (trial,) = (trial for trial in findings.trials if trial.source == "submission")
    assert trial.wrong
    assert not trial.is_counted
    assert "not settled by the contract" in shown(findings)


def test_the_command(make: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(MISTAKES + POOR)
    file = tmp_path / "found.json"
    arguments = ["selftest", "means", "--course", str(tmp_path), "--jobs", "1"]
    assert main([*arguments, "--json", str(file)]) == 1
    assert "Self-test of Means" in capsys.readouterr().out
    assert json.loads(file.read_text())["right"] is False


def test_the_command_without_such_a_stage(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "other", "--course", str(small)]) == 2
    assert "other: no such stage; stages: basis, factor, fitting" in capsys.readouterr().err
