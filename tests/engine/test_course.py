"""Every kind of mistake in course.yml is told with its line and with what is allowed."""

import re

import pytest

from autograder.course import Course
from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.limits import Limits

GOOD = """\
course: Sums
version: "1.0"
carried_forward: 0.5
feedback: {evidence: none}
limits: {call_cpu_s: 1, memory_mb: 64}
tolerance: {rtol: 0.001, atol: 0}
stages:
  sums:
    title: Sums
    calls:
      - call: add(a, b=None)
        objects:
          total: {points: 2, hint: "Both."}
      - call: spread(*numbers)
        returns: mapping
        otherwise: alone
        objects:
          low: {points: 1, needs: [total], check: [integer]}
          high: {points: 1, needs: [low]}
          alone: {points: 0.5, check: [company]}
    exercises:
      first: {points: 1, asks: "How many?"}
    question: {points: 3, asks: "Why?", rubric: "Because."}
"""

LESSONS = """
lessons: [Adding, Spreading]
"""
FURTHER = """
    questions:
      wide: {points: 2, lesson: 2, asks: "How wide?", rubric: "So wide."}
"""


@pytest.fixture
def read(tmp_path):
    def read(text: str) -> Course:
        path = tmp_path / "course.yml"
        path.write_text(text, encoding="utf-8")
        return read_course(path)

    return read


@pytest.fixture
def complaints(read, tmp_path):
    def complaints(text: str) -> list[str]:
        with pytest.raises(CourseError) as caught:
            read(text)
        lines = str(caught.value).splitlines()
        start = f"{tmp_path / 'course.yml'}:"
        assert all(line.startswith(start) for line in lines)
        return [line.removeprefix(start) for line in lines]

    return complaints


def test_a_good_course(read):
    course = read(GOOD)
    assert (course.title, course.version, course.carried_forward) == ("Sums", "1.0", 0.5)
    assert (course.evidence, course.tolerance.rtol, course.tolerance.atol) == ("none", 0.001, 0)
    assert course.limits == Limits(call_cpu_s=1, memory_mb=64)
    stage = course.stages["sums"]
    assert [item.name for item in stage.objects] == ["total", "low", "high", "alone"]
    assert (stage.max_points, stage.file, stage.questions[0].points) == (5.5, "sums.py", 3)
    add, spread = stage.calls
    assert str(add.signature) == "(a, b=None)"
    assert str(spread.signature) == "(*numbers)"
    assert [item.name for item in spread.made] == ["low", "high"]
    assert (add.returns, spread.returns, spread.otherwise) == ("one", "mapping", "alone")
    assert spread.objects[0].needs == ("total",)
    assert stage.exercises[0].name == "exercises.first"


def test_what_is_left_out_has_its_default(read):
    short = """\
course: Sums
version: "1"
stages: {sums: {title: Sums, calls: [{call: add(a), objects: {total: {points: 1}}}]}}
"""
    course = read(short)
    assert (course.carried_forward, course.evidence) == (1.0, "entry")
    assert (course.tolerance.rtol, course.tolerance.atol) == (1e-4, 1e-5)
    assert (course.limits.call_cpu_s, course.limits.stage_cpu_s) == (2, 10)
    assert (course.limits.call_wall_s, course.limits.stage_wall_s) == (5, 20)
    assert (course.limits.callback_calls, course.limits.callback_numbers) == (200, 100_000)
    assert course.stages["sums"].objects[0].check == ("values",)


SEQUENCE = GOOD.replace("returns: mapping", "returns: sequence\n        order: [high, low]")


def test_a_sequence_stands_in_the_order_it_is_told(read):
    _, spread = read(SEQUENCE).stages["sums"].calls
    assert ([item.name for item in spread.made], spread.order) == (["low", "high"], ("high", "low"))
    _, spread = read(GOOD).stages["sums"].calls
    assert spread.order == ("low", "high")


@pytest.mark.parametrize("order", ["[low]", "[low, low]", "[low, high, alone]", "[low, hihg]"])
def test_an_order_names_each_object_once(complaints, order):
    said = complaints(SEQUENCE.replace("[high, low]", order))
    assert [text.partition(":")[0] for text in said] == ["16"]
    assert "names all objects of a returned sequence, each once" in said[0]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("course: Sums", "curse: Sums", 1, ["'curse'", "did you mean course?", "allowed: "]),
        ("course: Sums", "course: 3", 1, ["course", "string"]),
        ("course: Sums", "course: ''", 1, ["course"]),
        ('version: "1.0"', "version: 1.0", 2, ["version", "quotes"]),
        ('version: "1.0"', "#", 1, ["version must be given"]),
        ("carried_forward: 0.5", "carried_forward: 1.5", 3, ["carried_forward", "1"]),
        ("carried_forward: 0.5", "carried_forward: all", 3, ["carried_forward", "number"]),
        ("evidence: none", "evidence: entri", 4, ["did you mean entry?", "allowed: none, entry"]),
        ("evidence: none", "evidenc: none", 4, ["did you mean evidence?"]),
        ("call_cpu_s: 1", "call_cpu: 1", 5, ["did you mean call_cpu_s?", "memory_mb"]),
        ("call_cpu_s: 1", "call_cpu_s: 0", 5, ["call_cpu_s", "CPU seconds of one call"]),
        ("memory_mb: 64", "memory_mb: 1", 5, ["memory_mb", "16"]),
        ("rtol: 0.001", "rtol: -1", 6, ["rtol"]),
        ("rtol: 0.001", "rtoll: 1", 6, ["did you mean rtol?", "allowed: atol, rtol"]),
        ("title: Sums", "titel: Sums", 9, ["did you mean title?"]),
        ("title: Sums", "titel: Sums", 8, ["title must be given"]),
        ("sums:\n    title", "two words:\n    title", 8, ["two words"]),
        ("call: add(a, b=None)", "call: add", 11, ["add", "function with its parameters"]),
        ("call: add(a, b=None)", "call: add(a, b=)", 11, ["as in f(x, y=None)"]),
        ("call: add(a, b=None)", "call: add(a, b=open())", 11, ["as in f(x, y=None)"]),
        ("call: add(a, b=None)", "call: add(a, **more)", 11, ["as in f(x, y=None)"]),
        ("call: add(a, b=None)", "call: spread(a)", 14, ["spread", "twice"]),
        ("returns: mapping", "returns: dict", 15, ["allowed: one, sequence, mapping"]),
        ("returns: mapping", "returns: maping", 15, ["did you mean mapping?"]),
        ("returns: mapping", "order: [high, low]", 15, ["returned sequence, each once"]),
        ("returns: mapping", "order: low", 15, ["order", "array"]),
        ("title: Sums", "files: [../sums.txt]\n    title: Sums", 9, ["files"]),
        ("otherwise: alone", "otherwise: allone", 16, ["'allone'", "none of its objects"]),
        ("points: 2,", "points: two,", 13, ["points", "number"]),
        ("points: 2,", "points: -2,", 13, ["points"]),
        ("{points: 2,", "{", 13, ["points must be given"]),
        ("{points: 2, hint", "{points: 2, hints", 13, ["did you mean hint?"]),
        ("check: [integer]", "check: [intager]", 18, ["did you mean integer?", "broadcast"]),
        ("check: [integer]", "check: []", 18, ["check"]),
        ("check: [integer]", "draw: heats", 18, ["did you mean heat?", "pattern", "terms"]),
        ("check: [integer]", "check: [integer], draw: heat", 18, ["low has a draw", "array"]),
        ("needs: [total]", "needs: [totals]", 18, ["'totals'", "did you mean total?"]),
        ("needs: [total]", "needs: [high]", 18, ["'high'", "no earlier object"]),
        ("needs: [total]", "needs: [low]", 18, ["'low'", "no earlier object"]),
        ("low: {points", "total: {points", 18, ["'total'", "twice"]),
        ("{points: 1, asks", "{points: 1, ask", 22, ["asks"]),
        (", rubric:", ", rubrik:", 23, ["did you mean rubric?"]),
        ("high: {points: 1", "low: {points: 1", 19, ["'low' is given twice"]),
        ("title: Sums", "title: [Sums", 10, ["not readable as YAML"]),
        ("hint: \"Both.\"", "hint: *Both", 13, ["alias"]),
    ],
)  # fmt: skip
def test_one_mistake(complaints, old, new, line, words):
    assert old in GOOD
    said = complaints(GOOD.replace(old, new, 1))
    told = [text for text in said if text.startswith(f"{line}: ")]
    assert any(all(word in text for word in words) for text in told)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        pytest.param("tolerance: {", "tolerence: {", 6, id="at the top"),
        pytest.param("title: Sums", "titel: Sums", 9, id="in a stage"),
        pytest.param("sums:\n    title", "two words:\n    title", 8, id="a stage's name"),
    ],
)
def test_an_unknown_key_is_told_at_its_own_line(complaints, old, new, line):
    assert f"{line}: " in [said[: len(f"{line}: ")] for said in complaints(GOOD.replace(old, new))]


def test_all_mistakes_at_once_in_the_order_of_lines(complaints):
    text = GOOD.replace("carried_forward: 0.5", "carried_forward: 2")
    text = text.replace("evidence: none", "evidence: all").replace("points: 2,", "points: x,")
    lines = [int(said.split(":")[0]) for said in complaints(text)]
    assert lines == [3, 4, 13]


def test_questions_and_exercises_of_lessons(read):
    text = GOOD.replace("first: {", "first: {lesson: 1, kind: sum, ") + FURTHER + LESSONS
    course = read(text)
    (stage,) = course.stages.values()
    assert course.lessons == ("Adding", "Spreading")
    assert (stage.exercises[0].lesson, stage.exercises[0].kind) == (1, "sum")
    assert [(q.key, q.points, q.lesson) for q in stage.questions] == [("", 3, None), ("wide", 2, 2)]
    assert stage.max_points == 5.5


def test_a_lesson_that_is_not_there(complaints):
    text = GOOD.replace("first: {", "first: {lesson: 3, ") + FURTHER + LESSONS
    lines = text.splitlines()
    (said,) = complaints(text)
    line, told = said.split(": ", 1)
    assert "first:" in lines[int(line) - 1]
    assert told == "stages.sums.exercises.first.lesson: there is no lesson 3; `lessons` has 2"


def test_all_mistakes_of_sense_at_once(complaints):
    text = GOOD.replace("otherwise: alone", "otherwise: one").replace("[total]", "[sum]")
    text = text.replace("needs: [low]", "needs: [lo]")
    assert [int(said.split(":")[0]) for said in complaints(text)] == [16, 18, 19]


@pytest.mark.parametrize("text", ["", "# nothing\n", "[]\n", "just text\n", "stages: {}\n"])
def test_what_is_no_course_at_all(complaints, text):
    assert complaints(text)[0].startswith("1: ")


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "course.yml"
    path.write_bytes(b"course: \xff\n")
    with pytest.raises(CourseError, match="UTF-8"):
        read_course(path)


def test_a_byte_order_mark_does_no_harm(tmp_path):
    path = tmp_path / "course.yml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert read_course(tmp_path).title == "Sums"


def test_no_course_here(tmp_path):
    with pytest.raises(
        CourseError, match=re.escape(str(tmp_path / "course.yml")) + ":1: .*--course"
    ):
        read_course(tmp_path)


def test_text_is_never_run(tmp_path, complaints):
    spoil = f"open({str(tmp_path / 'ran')!r}, 'w')"
    complaints(GOOD.replace("b=None", f"b={spoil}"))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("folder", [".", "tests/courses/least_squares"])
def test_the_courses_here_are_sound(root, folder):
    assert read_course(root / folder).stages
