"""Results for people: fit to the width, led by the first incorrect object, plain where asked."""

import io
import re
import unicodedata
from dataclasses import replace

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


NARROW = """\
factor  6 of 14 points
  ! solve ran for more than 2 s of CPU
    time
  ✓ W  ✗ Q  → R  → c  ✗ x  · r  ? stack
  first incorrect: Q
  (signs_as_they_come)
    Your x is wrong in a way that takes
    a good many words to tell, Your x is
    wrong in a way that takes a good
    many words to tell, Your x is wrong
    in a way that takes a good many
    words to tell, Your x is wrong in a
    way that takes a good many words to
    tell,
  ✓ W: told
  ✗ x: Your x has the wrong sign.
  → carried forward, not counted again:
    R, c
  · not filled in: r
  ? stack: Not reached.
  exercises 1 of 2; look again at second
"""


def test_a_stage_in_a_narrow_terminal():
    assert written(40) == NARROW


def test_a_time_out_is_told_once():
    told = "solve ran for more than 2 s of CPU time (case B=2)."
    slow = replace(STAGE, objects=(item("Q", Status.INCORRECT, told, "time_out"),))
    assert written(write=lambda t: t.stage(slow)).count("ran for more than") == 1
    both = replace(slow, error=f"{STAGE.error}; factor.ipynb is not a readable notebook")
    lines = written(write=lambda t: t.stage(both)).splitlines()
    assert lines[1] == "  ! factor.ipynb is not a readable notebook"
    hidden = replace(slow, objects=(item("Q", Status.NOT_JUDGED, told),))
    assert f"  ! {STAGE.error}" in written(write=lambda t: t.stage(hidden)).splitlines()


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
        "student   basis  factor   total  first incorrect",
        "ada           2      6!       8  factor · Q",
        "ben           2       —       —  mark withheld",
        "handed in by nobody graded now: fitting",
    ]


MANY = {
    "shapes": 15, "scores": 9.5, "masks": 10, "softmax": 8.25, "W_O": 12, "batching": 21,
    "audit": 12, "gradients": 14, "cross_attention": 11, "multi_head": 16, "positions": 9,
    "block": 10, "leak": 10,
}  # fmt: skip


def student(name, first=None, error=None):
    stages = tuple(
        StageResult(stage, points, 30.0, None, error if stage == "masks" else None, 0.1, ())
        for stage, points in MANY.items()
    )
    return SubmissionResult(name, sum(MANY.values()), 390.0, first, None, stages)


CLASS = [
    student("ada"),
    student("学生一号", ("cross_attention", "numerical_gradient"), "time out"),
    student("Zoe\u0301 Nu\u0308n\u0303ez", ("W_O", "H")),
]
TABLES = {
    80: """\
student     total  first incorrect
ada        157.75  ✓ none
学生一号   157.75  cross_attention · numerical_gradient
Zoé Nüñez  157.75  W_O · H

student    shapes  scores   masks  softmax     W_O  batching   audit  gradients
ada            15     9.5      10     8.25      12        21      12         14
学生一号       15     9.5     10!     8.25      12        21      12         14
Zoé Nüñez      15     9.5      10     8.25      12        21      12         14

student    cross_attention  multi_head  positions   block    leak
ada                     11          16          9      10      10
学生一号                11          16          9      10      10
Zoé Nüñez               11          16          9      10      10
""",
    40: """\
student     total
  first incorrect
ada        157.75
  ✓ none
学生一号   157.75
  cross_attention · numerical_gradient
Zoé Nüñez  157.75
  W_O · H

student    shapes  scores   masks
ada            15     9.5      10
学生一号       15     9.5     10!
Zoé Nüñez      15     9.5      10

student    softmax     W_O  batching
ada           8.25      12        21
学生一号      8.25      12        21
Zoé Nüñez     8.25      12        21

student     audit  gradients
ada            12         14
学生一号       12         14
Zoé Nüñez      12         14

student    cross_attention  multi_head
ada                     11          16
学生一号                11          16
Zoé Nüñez               11          16

student    positions   block    leak
ada                9      10      10
学生一号           9      10      10
Zoé Nüñez          9      10      10
""",
}


@pytest.mark.parametrize("width", TABLES)
def test_a_table_of_many_stages(width):
    told = written(width, write=lambda t: t.table(CLASS, list(MANY)))
    plain = told.replace("Zoe\u0301 Nu\u0308n\u0303ez", "Zoé Nüñez")
    assert plain == TABLES[width]


def test_a_table_of_many_stages_in_one_where_it_fits():
    told = written(200, write=lambda t: t.table(CLASS, list(MANY))).splitlines()
    assert len(told) == 4
    assert told[0].startswith("student    shapes  scores   masks  softmax     W_O  batching")
    assert told[2].endswith("  157.75  cross_attention · numerical_gradient")


@pytest.mark.parametrize("width", [30, 40, 80, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_nothing_is_wider_than_the_terminal(width, encoding):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    terminal = Terminal(stream, width)
    crowd = [*CLASS, student("学" * 60), student("x" * 300, ("multi_head", "split"))]
    terminal.table(crowd, list(MANY))
    wide = replace(STAGE, objects=(*STAGE.objects, item("numerical_gradient", Status.CORRECT)))
    terminal.stage(replace(wide, error="学生" * 90), "A title of a good many words " * 3)
    terminal.submission(replace(ADA, error="no " * 50))
    stream.flush()
    lines = raw.getvalue().decode(encoding).splitlines()
    assert max(map(cells, lines)) <= width


def cells(line):
    """Columns of a terminal that a line takes."""
    plain = [c for c in line if not unicodedata.combining(c)]
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in plain)


def test_progress_is_broken_between_stages_only():
    pieces = [(f"{stage} 3/4", "") for stage in MANY]
    told = written(40, write=lambda t: t.flow(pieces, "course: ", "  ", gap=3))
    assert (
        told
        == """\
course: shapes 3/4   scores 3/4
  masks 3/4   softmax 3/4   W_O 3/4
  batching 3/4   audit 3/4
  gradients 3/4   cross_attention 3/4
  multi_head 3/4   positions 3/4
  block 3/4   leak 3/4
"""
    )


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


def test_no_colour_in_a_terminal_that_has_none(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in written(stream=Screen())


def test_colour_changes_no_text(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
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
