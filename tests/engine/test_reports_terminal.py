"""Results for people: fit to the width, led by the first incorrect object, plain where asked."""

import io
import re

import pytest

from autograder.reports.terminal import Terminal
from autograder.result import ObjectResult, StageResult, Status, SubmissionResult

LONG = "Your x is wrong in a way that takes a good many words to tell, " * 4


def item(name, status, message="told", cause=None):
    right = status is Status.CORRECT
    return ObjectResult(name, status, 2.0 if right else 0.0, 2.0, cause, message)


STAGE = StageResult(
    name="factor",
    points=6.0,
    max_points=14.0,
    first_incorrect="Q",
    error="solve ran for more than 2 s of CPU time",
    seconds=0.1,
    objects=(
        item("W", Status.CORRECT),
        item("Q", Status.INCORRECT, LONG, "signs_as_they_come"),
        item("R", Status.FOLLOWS),
        item("c", Status.FOLLOWS),
        item("x", Status.INCORRECT, "Your x has the wrong sign."),
        item("r", Status.MISSING),
        item("stack", Status.NOT_JUDGED, "Not reached."),
        item("exercises.first", Status.CORRECT),
        item("exercises.second", Status.INCORRECT),
    ),
)
RIGHT = StageResult("basis", 2.0, 2.0, None, None, 0.1, (item("design", Status.CORRECT),))
ABSENT = StageResult(
    "fitting", 0.0, 2.0, "J", "not handed in", 0.0, (item("J", Status.MISSING),), handed_in=False
)
WITHHELD = StageResult(
    "factor",
    None,
    14.0,
    None,
    "the grader failed",
    0.1,
    (item("W", Status.NOT_JUDGED, "withheld"),),
)
ADA = SubmissionResult("ada", 8.0, 18.0, ("factor", "Q"), None, (RIGHT, STAGE, ABSENT))
BEN = SubmissionResult("ben", None, 18.0, None, "mark withheld", (RIGHT, WITHHELD, ABSENT))


class Screen(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Pipe(Screen):
    def isatty(self):
        return False


def written(width=80, stream=None, write=lambda terminal: terminal.stage(STAGE)):
    stream = stream or Pipe()
    write(Terminal(stream, width))
    return stream.getvalue()


def test_a_stage_whole():
    assert (
        written()
        == """\
factor  6 of 14 points
  ! solve ran for more than 2 s of CPU time
  ✓ W  ✗ Q  → R  → c  ✗ x  · r  ? stack
  first incorrect: Q  (signs_as_they_come)
    Your x is wrong in a way that takes a good many words to tell, Your x is
    wrong in a way that takes a good many words to tell, Your x is wrong in a
    way that takes a good many words to tell, Your x is wrong in a way that
    takes a good many words to tell,
  ✓ W: told
  ✗ x: Your x has the wrong sign.
  → carried forward, not counted again: R, c
  · not filled in: r
  ? stack: Not reached.
  exercises 1 of 2; look again at second
"""
    )


@pytest.mark.parametrize("width", [60, 80])
def test_lines_fit_the_width(width):
    told = written(width, write=lambda terminal: terminal.submission(ADA))
    assert max(map(len, told.splitlines())) <= width


def test_paragraphs_and_the_chain_fit_a_narrow_width():
    lines = [line for line in written(40).splitlines() if "first incorrect" not in line]
    assert max(map(len, lines)) <= 40


def test_titles_fit_a_narrow_width():
    told = written(40, write=lambda terminal: terminal.submission(ADA))
    assert max(map(len, told.splitlines())) <= 40


def test_the_title_stands_for_the_name():
    assert written(write=lambda t: t.stage(RIGHT, "Columns")).startswith("Columns  2 of 2 points\n")


def test_a_withheld_mark():
    assert written(write=lambda t: t.stage(WITHHELD)).startswith("factor  mark withheld\n")
    assert "ben  withheld of 18" in written(write=lambda t: t.submission(BEN))


def test_a_stage_that_was_not_handed_in():
    assert "fitting  not handed in\n" in written(write=lambda t: t.submission(ADA))


def test_a_table():
    stages = ["basis", "factor", "fitting"]
    told = written(write=lambda t: t.table([ADA, BEN], stages)).splitlines()
    assert told == [
        "student   basis  factor  fitting   total  first incorrect",
        "ada           2      6!        0       8  factor · Q",
        "ben           2       —        0       —  mark withheld",
    ]


def test_a_withheld_mark_is_not_told_as_right():
    told = written(write=lambda t: t.table([BEN], ["basis", "factor", "fitting"]))
    assert "✓" not in told
    assert "all correct" not in written(write=lambda t: t.submission(BEN, stages=False))


def test_a_long_name_is_cut():
    long = SubmissionResult("x" * 200, 2.0, 2.0, None, None, (RIGHT,))
    told = written(write=lambda t: t.table([long], ["basis"]))
    assert max(map(len, told.splitlines())) <= 80
    assert "…" in told


def test_no_colour_where_it_is_no_terminal():
    assert "\x1b" not in written(stream=Pipe())


def test_no_colour_where_it_is_not_wanted(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" not in written(stream=Screen())


def test_colour_changes_no_text(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = written(stream=Screen())
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == written(stream=Pipe())


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_stream_of_few_signs(encoding):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    terminal = Terminal(stream, 80)
    terminal.submission(ADA)
    terminal.table([ADA, BEN], ["basis", "factor", "fitting"])
    terminal.write("Kᵀ √d_k 学生 ✓ …")
    stream.flush()
    told = raw.getvalue().decode(encoding)
    assert "ok W  X Q  > R" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_dash_stays_a_dash_on_a_stream_of_few_signs():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", newline="")
    Terminal(stream, 80).table([BEN], ["basis", "factor", "fitting"])
    stream.flush()
    assert b"?" not in raw.getvalue()
