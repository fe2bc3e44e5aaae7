"""`explain`: what an object is, its place in the chain, and its shape for a student's sizes."""

import shutil

import pytest

from autograder.cli import main

pytestmark = pytest.mark.usefixtures("given")


@pytest.fixture
def given(recorded, tmp_path, monkeypatch):
    """The stage folders as a student was given them, and nothing else; the student in there."""
    made = tmp_path / "given"
    shutil.copytree(recorded / "assignments", made)
    monkeypatch.chdir(made)
    monkeypatch.setenv("COLUMNS", "80")
    return made


@pytest.fixture
def explain(capsys):
    def explain(*arguments):
        status = main(["explain", *map(str, arguments)])
        return status, capsys.readouterr()

    return explain


WHOLE = """\
factor · Q  3 points
  orthonormal columns of W A, with R's diagonal positive
  made by: solve(A, b, weights=None)
  shape: (B, m, n)
  for you: (2, m, 3) with B=2, n=3; it does not depend on degree
  checked: entry by entry
  look at: The sign of each column.
  chain:
    W
    └─▶ Q
        ├─▶ R
        └─▶ c
            (x, r, stack)
"""


def test_an_object_whole(explain):
    assert explain("Q", "B=2", "n=3", "degree=4") == (0, (WHOLE, ""))


NARROW = """\
factor · stack  2 points
  each system's answer is its own
  made by: solve(A, b, weights=None)
  checked: to be the same in any company
  look at: The first axis.
  chain:
    (W, Q, R, c, x)
    r
    └─▶ stack
"""


def test_an_object_in_a_narrow_terminal(explain, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert explain("stack")[1].out == NARROW
    assert max(map(len, explain("Q")[1].out.splitlines())) <= 40


def test_a_course_says_the_same_as_its_public_files(explain, small):
    for name in ("W", "Q", "J", "design", "basis.shape_of_R"):
        assert explain(name) == explain(name, "--course", small)
    assert explain() == explain("--course", small)


def test_from_within_a_stage_all_stages_beside_it_are_known(given, explain, monkeypatch):
    monkeypatch.chdir(given / "basis")
    assert explain("factor.Q")[0] == 0


def test_a_single_stage_by_itself(given, explain, monkeypatch, tmp_path):
    alone = tmp_path / "alone" / "basis"
    shutil.copytree(given / "basis", alone)
    monkeypatch.chdir(alone)
    assert "basis · norms" in explain("norms")[1].out
    assert explain("Q")[0] == 2


def test_stages_of_another_course_beside_it_are_left_out(given, explain):
    path = given / "fitting" / "public.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"course":"Least squares"', '"course":"Other"'), encoding="utf-8")
    assert explain("Q")[0] == 0
    assert explain("J")[0] == 2


def test_all_objects_by_stage(explain):
    status, told = explain()
    assert status == 0
    assert (
        told.out
        == """\
basis  Columns
  design  norms  unit  parameter_count  sizes  data_check
  exercises: columns, condition, exact, shape_of_R, method
factor  Solving by Q and R
  W  Q  R  c  x  r  stack
fitting  Models that are not linear
  J  next_p  verdict
"""
    )


def test_a_stage_by_its_name(explain):
    assert explain("fitting")[1].out == (
        "fitting  Models that are not linear\n  J  next_p  verdict\n"
    )


def test_an_exercise(explain):
    told = explain("exercises.shape_of_R")
    assert told == explain("shape_of_R") == explain("basis.exercises.shape_of_R")
    assert told[1].out.startswith("basis · exercises.shape_of_R  1 point\n  A is (7, 3).")


def test_an_object_that_stands_alone(explain):
    assert "it needs no other object of the stage, and none needs it" in explain("design")[1].out


SHAPES = {
    "a sum": (("design", "degree=3", "m=7"), "for you: (7, 4) with m=7, degree=3"),
    "words around": (("W", "B=2", "m=5"), "for you: broadcasts to (2, 5, 1) with B=2, m=5"),
    "words after": (("R", "n=3"), "for you: (B, 3, 3), exactly 0 below the diagonal with n=3"),
    "not in it": (("c", "m=3"), "for you: the same; it does not depend on m"),
}


@pytest.mark.parametrize(("arguments", "due"), SHAPES.values(), ids=SHAPES)
def test_shapes_for_sizes(explain, arguments, due):
    assert f"  {due}\n" in explain(*arguments)[1].out


def test_a_size_that_only_kinds_of_it_have(given, explain):
    path = given / "factor" / "public.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("(B, m, n)", "(B, T_a, T_b)"), encoding="utf-8")
    told = explain("Q", "T=5", "T_b=7")[1]
    assert "for you: (B, 5, 7) with T_a=5, T_b=7" in told.out, told.err


FOREIGN = {
    "an object": '{"name": "a web page"}',
    "a list": "[1, 2]",
    "no JSON": "<html>",
    "nested far too deep": "[" * 100_000,
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_another_programs_file_of_that_name_is_passed_over(given, explain, capsys, text):
    due = explain("Q")
    (given / "another").mkdir()
    (given / "another" / "public.json").write_text(text, encoding="utf-8")
    (given / "public.json").write_text(text, encoding="utf-8")
    assert explain("Q") == due
    main(["check"])
    told = capsys.readouterr()
    assert "another" not in told.out + told.err
    assert "basis" in told.out


def test_a_stages_file_that_is_cut_off_is_said(given, explain):
    (given / "basis" / "basis.py").touch()
    (given / "basis" / "public.json").write_text('{"course":', encoding="utf-8")
    status, told = explain("Q")
    assert status == 2
    assert "cannot be read (JSONDecodeError); take it anew from the course" in told.err


WRONG = {
    "another case": (("q",), "q: no such object here (did you mean Q?)"),
    "a slip": (("nroms",), "did you mean norms?"),
    "a slip in a stage's object": (("factor.stak",), "did you mean factor.stack?"),
    "nothing near": (("zzzzzz",), "zzzzzz: no such object here; `autograder explain` lists"),
    "a size for an object": (("B=2",), "name an object first"),
    "an unknown size": (("Q", "zz=2"), "zz: no such size; sizes here: B, degree, m, n"),
    "a slip in a size": (("Q", "degre=2"), "degre: no such size (did you mean degree?)"),
    "no number": (("Q", "B=two"), "'B=two': a size is a name and a whole number, as in B=2"),
    "no size": (("Q", "B"), "a size is a name and a whole number"),
    "twice": (("Q", "B=2", "B=3"), "B is given twice"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "due"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(explain, arguments, due):
    status, told = explain(*arguments)
    assert (status, told.out) == (2, "")
    assert due in told.err


def test_no_course_and_no_stage(explain, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "autograder.commands.explain.find_course", lambda _: tmp_path / "course.yml"
    )
    status, told = explain("Q")
    assert status == 2
    assert "no public.json here or below" in told.err
