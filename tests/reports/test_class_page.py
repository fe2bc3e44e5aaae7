"""The class page and its CSV: who goes wrong where, and nothing a spreadsheet would run."""

import csv
import io
import re
import weakref
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


@pytest.fixture(scope="module")
def rows(results):
    return tally.short_rows(results)


def test_where_the_class_first_goes_wrong(course, rows):
    found = {(item.stage, item.name): item for item in tally.by_object(course, rows)}
    assert found["scores", "S"].first == 3
    assert found["scores", "S"].first_of_all == 3
    assert found["masks", "M"].first == 2
    assert found["masks", "M"].first_of_all == 0
    assert found["audit", "audit"].statuses == {Status.CORRECT: 4, Status.INCORRECT: 1}
    assert list(found) == [
        (name, item.name) for name, stage in course.stages.items() for item in stage.objects
    ]


def test_the_commonest_cause_comes_first(rows):
    first = tally.by_cause(rows)[0]
    assert (first.cause, first.name, first.students) == ("scale_missing", "S", ("chloe", "dev"))
    assert first.example == "It is wrong."


def test_who_has_not_handed_in(course, results, submission):
    gone = submission("gone", absent=tuple(course.stages))
    assert tally.absent(course, tally.short_rows([*results, gone])) == (
        ["gone"],
        {"audit": ["eve"]},
    )


def test_a_stage_that_nobody_handed_in_is_named_and_has_no_rows(course, submission):
    class_ = [submission("ada", absent=("audit",)), submission("gone", absent=tuple(course.stages))]
    page = render_class_page(course, tally.short_rows(class_))
    title = course.stages["audit"].title
    assert page.count(f"Handed in by nobody: {title}<") == 2
    assert f'colspan="8">{title}<' not in page
    assert f'colspan="8">{course.stages["masks"].title}<' in page
    assert f"<h3>{title}</h3>" not in page[page.index('id="absent"') :]


def test_points_by_tenth(results, submission, course):
    gone = submission("gone", absent=tuple(course.stages))
    bins = tally.distribution(tally.short_rows([*results, gone]))
    assert sum(bins) == len(results) + 1
    assert bins[0] == 1
    assert bins[9] >= 1


def test_errors_are_listed(course, rows):
    first = tally.troubles(course, rows)[0]
    assert (first.student, first.stage) == ("ben", "scores")


def test_an_empty_class(course):
    assert "No object is incorrect." in render_class_page(course, [])


def test_links_lead_to_pages(course, results, tmp_path):
    for result in results:
        write_page(course, result, tmp_path)
    html = write_class_page(course, results, tmp_path).read_text("utf-8")
    links = {unquote(link) for link in re.findall(r'href="([^"#]+)"', html)}
    assert links == {path.name for path in tmp_path.iterdir()} - {"class.html", "history.jsonl"}
    assert "<script>window" not in html


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "|calc", "＝1", "\r=1"]
)
def test_no_formula_survives(course, submission, name):
    rows = list(
        csv.reader(
            io.StringIO(render_csv(course, tally.short_rows([submission(name)])), newline="")
        )
    )
    assert rows[1][0] == "'" + name


def test_the_csv_has_a_row_a_student(course, rows):
    rows = list(csv.DictReader(io.StringIO(render_csv(course, rows), newline="")))
    assert [row["student"] for row in rows][:2] == ["ada", "ben"]
    assert rows[2]["scores.cause"] == "scale_missing"
    assert rows[4]["audit.handed_in"] == "no"
    assert rows[1]["page"] == "ben.html"


def test_results_are_taken_one_by_one_and_none_is_kept(course, submission, tmp_path):
    alive = weakref.WeakSet()
    most = 0

    def made():
        nonlocal most
        for number in range(20):
            result = submission(f"student {number}")
            alive.add(result)
            most = max(most, len(alive))
            yield result
            del result

    page = write_class_page(course, made(), tmp_path).read_text("utf-8")
    assert "student 19" in page
    assert most <= 3
    assert not alive


def test_of_a_common_fault_one_message_is_kept(submission):
    long = ObjectResult("", Status.INCORRECT, 0.0, 0.0, "scale_missing", "x" * 2000)
    rows = tally.short_rows(submission(str(n), {"scores.S": long}) for n in range(3))
    assert [len(fault.message) for row in rows for fault in row.stages[1].faults] == [2000, 0, 0]
