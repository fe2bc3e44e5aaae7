"""Many submissions: in order, on one process or several with the same results."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.pool import FEW, grade_all
from autograder.reports.json import render
from autograder.result import Report
from autograder.submission import find_submissions

NAMES = ("right", "basis_two_apart", "factor_zeros", "factor_first_for_all", "fitting_leaves",
         "basis_syntax_error")  # fmt: skip


UNKNOWN = """
from autograder.authoring import misconception

@misconception("norm", says="", look="")
def wide(A):
    return A
"""


@pytest.fixture(scope="module")
def submissions(small, course, tmp_path_factory):
    tree = tmp_path_factory.mktemp("submitted")
    for name in NAMES:
        shutil.copytree(small / "submissions" / name, tree / name)
    (tree / "zero").mkdir()
    (tree / "yves").symlink_to(tree / "right")
    return find_submissions(tree, course.stages)


@pytest.fixture(scope="module")
def reports(course, submissions):
    """The report by the number of processes, seconds left out."""
    assert len(submissions) > FEW

    def report(jobs):
        results = tuple(
            replace(result, stages=tuple(replace(stage, seconds=0.0) for stage in result.stages))
            for result in grade_all(course, submissions, jobs=jobs, on_level=levels.append)
        )
        return render(Report(course.title, course.version, "any", results))

    levels: list[str] = []
    made = {jobs: report(jobs) for jobs in (1, 2)}
    assert len(set(levels)) == 1
    return made


def test_the_report_is_the_same_on_one_process_and_on_two(reports):
    assert reports[1] == reports[2]


def test_results_come_in_the_order_of_the_submissions(course, submissions):
    results = grade_all(course, submissions[:2], on_level=lambda _: None)
    assert [item.student for item in results] == [item.student for item in submissions[:2]]


def test_no_submission_is_no_result(course):
    assert list(grade_all(course, [], on_level=lambda _: None)) == []


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("fitting/cases.py", "\n\n1 / 0\n", r"fitting/cases\.py:3: .*ZeroDivisionError"),
        ("fitting/cases.py", "x = 1\ndef f(:\n", r"fitting/cases\.py:2: .*SyntaxError"),
        ("fitting/cases.py", "x = 1\n", r"fitting/cases\.py:1: .*jacobian"),
        ("factor/reference.py", "x = 1\n", r"factor/reference\.py:1: .*W"),
        ("basis/misconceptions.py", UNKNOWN, r"basis/misconceptions\.py:1: wide: no object norm"),
        pytest.param(
            "seed.txt",
            "twenty\n",
            r"seed\.txt:1: must hold a whole number a line",
        ),
    ],
    ids=["raises", "no syntax", "no generator", "no step", "unknown object", "no seed"],
)
def test_a_course_at_fault_stops_before_any_work(
    copy_small, tmp_path, submissions, file, text, says
):
    copied = copy_small(tmp_path / "course")
    (copied / "solutions" / file).write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match=says):
        next(grade_all(read_course(copied), submissions, on_level=lambda _: None))


def test_the_order_of_upstream_names_does_not_hang_on_chance(root, small):
    """The same report whatever the order of sets, which Python draws anew for each process."""
    code = """
import sys
from pathlib import Path
from autograder.course_file import read_course
from autograder.grading import Grader
with Grader(read_course(Path(sys.argv[1]))) as grader:
    stage = grader.grade_stage("factor", Path(sys.argv[2]))
    print([(item.name, item.message) for item in stage.objects])
"""
    folder = small / "submissions" / "factor_constants" / "factor"
    told = {
        subprocess.run(
            [sys.executable, "-c", code, str(small), str(folder)],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (0, 5)  # two seeds that order {"Q", "W"} differently
    }
    assert len(told) == 1
