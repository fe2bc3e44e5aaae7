"""A class over its runs: what is kept, what is drawn, and what a broken file does not stop."""

import json
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from autograder.reports.class_page import RUNS, write_class_page
from autograder.reports.history import NAME
from autograder.reports.trend import draw_trend
from autograder.result import ObjectResult, Status

BEGAN = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
FIRST = "the first run that is kept"


@pytest.fixture
def run(course, submission, tmp_path):
    """One run over three students, of whom some have a wrong S; the page's text."""

    def run(number, wrong, seed=11):
        bad = {"scores.S": ObjectResult("", Status.INCORRECT, 0.0, 3.0, None, "It is wrong.")}
        results = (submission(f"s{n}", bad if n < wrong else None) for n in range(3))
        at = BEGAN + timedelta(days=number)
        return write_class_page(course, results, tmp_path, seed=seed, at=at).read_text("utf-8")

    return run


def kept(folder):
    return [json.loads(line) for line in (folder / NAME).read_text().splitlines()]


def test_a_run_leaves_a_line_a_stage(run, course, tmp_path):
    assert FIRST in run(0, wrong=2)
    lines = kept(tmp_path)
    assert [line["stage"] for line in lines] == list(course.stages)
    scores = lines[1]
    assert (scores["at"], scores["seed"]) == ("2026-03-01 12:30:00", 11)
    assert (scores["course"], scores["engine"]) == (course.version, "1.0.0")
    assert (scores["students"], scores["handed_in"]) == (3, 3)
    whole = scores["max_points"]
    assert (scores["median"], scores["mean"]) == (whole - 3, whole - 2)
    assert scores["first"] == {"S": 2}
    assert lines[0]["first"] == {}


def test_a_second_run_is_drawn_and_told(run, course, tmp_path):
    run(0, wrong=2)
    page = run(1, wrong=0, seed=12)
    assert FIRST not in page
    assert page.count('class="trend"') == len(course.stages)
    assert "Median points of Scores, run after run: 12, 15" in page
    assert "2026-03-01 12:30:00" in page
    assert "2026-03-02 12:30:00" in page
    assert len(kept(tmp_path)) == 2 * len(course.stages)


def test_a_run_that_finds_what_the_last_one_found_is_none_more(run, course, tmp_path):
    run(0, wrong=2)
    page = run(1, wrong=2)
    assert FIRST in page
    assert len(kept(tmp_path)) == len(course.stages)
    assert {line["at"] for line in kept(tmp_path)} == {"2026-03-01 12:30:00"}
    assert FIRST not in run(2, wrong=2, seed=12)
    assert len(kept(tmp_path)) == 2 * len(course.stages)


def test_the_last_runs_are_shown(run, tmp_path):
    run(0, wrong=1)
    lines = (tmp_path / NAME).read_text()
    days = [f"2026-02-{day:02}" for day in range(1, RUNS + 2)]
    (tmp_path / NAME).write_text("".join(lines.replace("2026-03-01", day) for day in days))
    page = run(0, wrong=2)
    assert days[1] not in page
    assert days[2] in page


def test_nobody_handed_it_in(course, submission, tmp_path):
    for seed in range(2):
        results = [submission("gone", absent=tuple(course.stages))]
        page = write_class_page(course, results, tmp_path, seed=seed, at=BEGAN).read_text("utf-8")
    assert {line["median"] for line in kept(tmp_path)} == {None}
    assert 'class="trend"' not in page
    assert page.count("0 of 1") == 2 * len(course.stages)


@pytest.mark.parametrize(
    "content",
    [
        b"not json\n",
        b"\xff\xfe\x00",
        b"[]\n",
        b'{"at": "2026"}\n',
        b"[" * 100_000,
        b"null\n",
    ],
    ids=["text", "bytes", "list", "short", "deep", "null"],
)
def test_a_broken_history_is_set_aside_and_said(run, course, tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    page = run(0, wrong=1)
    assert "history.jsonl could not be read. It is kept as history.broken-1.jsonl" in page
    assert (tmp_path / "history.broken-1.jsonl").read_bytes() == content
    assert len(kept(tmp_path)) == len(course.stages)
    assert "could not be read" not in run(1, wrong=1)


@pytest.mark.parametrize("value", ['"many"', "NaN", "null", "[1]"])
def test_a_line_whose_numbers_are_none_is_broken(run, tmp_path, value):
    run(0, wrong=1)
    path = tmp_path / NAME
    path.write_text(path.read_text().replace('"handed_in": 3', f'"handed_in": {value}', 1))
    assert "history.broken-1.jsonl" in run(1, wrong=1)


def test_earlier_broken_files_stay(run, tmp_path):
    for name in (NAME, "history.broken-1.jsonl"):
        (tmp_path / name).write_text(f"broken {name}")
    run(0, wrong=0)
    assert (tmp_path / "history.broken-1.jsonl").read_text() == "broken history.broken-1.jsonl"
    assert (tmp_path / "history.broken-2.jsonl").read_text() == f"broken {NAME}"


def test_hostile_history_is_text(run, tmp_path):
    run(0, wrong=1)
    path = tmp_path / NAME
    told = path.read_text().replace("2026-03-01 12:30:00", "<script>hit()</script>")
    path.write_text(told.replace('"S": 1', '"<img src=x>": 1'))
    page = run(1, wrong=1)
    assert "<script>hit" not in page
    assert "<img" not in page
    assert "&lt;img src=x&gt;" in page


def test_a_drawing_is_the_same_twice_and_takes_the_colours_of_the_page(run, tmp_path):
    from autograder.reports.history import Entry

    lines = [run(0, wrong=1), run(1, wrong=3)] and kept(tmp_path)
    entries = [Entry(**line) for line in lines if line["stage"] == "scores"]
    runs = list(enumerate(entries, 7))
    drawn = draw_trend(runs, 'told "so"')
    assert drawn == draw_trend(runs, 'told "so"')
    tree = ElementTree.fromstring(drawn)
    assert tree.get("aria-label") == 'told "so"'
    names = {name.split("}")[-1] for node in tree.iter() for name in (node.tag, *node.attrib)}
    assert not names & {"style", "script", "id", "title", "desc", "href"}
    assert len(list(tree.iter("circle"))) == 2
    assert {"7", "8", "●─● median", "╌╌ mean"} <= {node.text for node in tree.iter("text")}
