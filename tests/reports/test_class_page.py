"""The class page and its CSV: who goes wrong where, and nothing a spreadsheet would run."""

import csv
import io
import re
from urllib.parse import unquote

import pytest

from autograder.reports import tally
from autograder.reports.class_csv import render_csv
from autograder.reports.class_page import render_class_page, write_class_page
from autograder.reports.html import write_page
from autograder.result import ObjectResult, Status


def wrong(cause=None):
    return ObjectResult("", Status.INCORRECT, 0.0, 0.0, cause, "It is wrong.")


@pytest.fixture(scope="module")
def results(submission, faulty, hostile):
    scale = {"scores.S": wrong("scale_missing")}
    return [
        submission("ada"),
        faulty,
        submission("chloe", scale),
        submission("dev", scale | {"masks.M": wrong()}),
        submission("eve", absent=("audit",)),
        hostile,
    ]


def test_where_the_class_first_goes_wrong(course, results):
    found = {(item.stage, item.name): item for item in tally.by_object(course, results)}
    assert found["scores", "S"].first == 3
    assert found["scores", "S"].first_of_all == 3
    assert found["masks", "M"].first == 2
    assert found["masks", "M"].first_of_all == 0
    assert found["audit", "audit"].statuses == {Status.CORRECT: 4, Status.INCORRECT: 1}
    assert list(found) == [
        (name, item.name) for name, stage in course.stages.items() for item in stage.objects
    ]


def test_the_commonest_cause_comes_first(results):
    first = tally.by_cause(results)[0]
    assert (first.cause, first.name, first.students) == ("scale_missing", "S", ("chloe", "dev"))


def test_who_has_not_handed_in(course, results, submission):
    gone = submission("gone", absent=tuple(course.stages))
    assert tally.absent(course, [*results, gone]) == (["gone"], {"audit": ["eve"]})


def test_points_by_tenth(results, submission, course):
    gone = submission("gone", absent=tuple(course.stages))
    bins = tally.distribution([*results, gone])
    assert sum(bins) == len(results) + 1
    assert bins[0] == 1
    assert bins[9] >= 1


def test_errors_are_listed(course, results):
    first = tally.troubles(course, results)[0]
    assert (first.student, first.stage) == ("ben", "scores")


def test_an_empty_class(course):
    assert "No object is incorrect." in render_class_page(course, [])


def test_links_lead_to_pages(course, results, tmp_path):
    for result in results:
        write_page(course, result, tmp_path)
    html = write_class_page(course, results, tmp_path).read_text("utf-8")
    links = {unquote(link) for link in re.findall(r'href="([^"#]+)"', html)}
    assert links == {path.name for path in tmp_path.iterdir()} - {"class.html"}
    assert "<script>window" not in html


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "|calc", "＝1", "\r=1"]
)
def test_no_formula_survives(course, submission, name):
    rows = list(csv.reader(io.StringIO(render_csv(course, [submission(name)]), newline="")))
    assert rows[1][0] == "'" + name


def test_the_csv_has_a_row_a_student(course, results):
    rows = list(csv.DictReader(io.StringIO(render_csv(course, results), newline="")))
    assert [row["student"] for row in rows][:2] == ["ada", "ben"]
    assert rows[2]["scores.cause"] == "scale_missing"
    assert rows[4]["audit.handed_in"] == "no"
    assert rows[1]["page"] == "ben.html"
