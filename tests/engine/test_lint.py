"""Each rule of `autograder lint` finds its fault, planted in a new course that has none."""

import shutil

import pytest

from autograder.cli import main
from autograder.skeleton import write_course

CAUSE = """

@misconception("{object}", replaces="{replaces}", says="{says}", look="There.")
def {name}({parameters}):
    return {code}
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    root = tmp_path_factory.mktemp("courses") / "spread"
    write_course(root)
    return root


@pytest.fixture
def course(sound, tmp_path):
    return shutil.copytree(sound, tmp_path / "spread")


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_cause(course, **made):
    said = {"says": "Your {} is not it.", "object": "variance", "replaces": "squares"}
    code = CAUSE.format(**{**said, **made})
    with (course / "solutions/spread/misconceptions.py").open("a", encoding="utf-8") as file:
        file.write(code)


SAME_NUMBERS = """
import numpy as np
from autograder.authoring import Case


def mean(rng):
    yield Case("fours", (np.array([4.0, 4.0]),))


variance = mean
"""


def same_numbers(course):
    (course / "solutions/spread/cases.py").write_text(SAME_NUMBERS, encoding="utf-8")


def no_lesson(course):
    (course / "assignments/spread/lesson.md").unlink()


def half(course, parts):
    """Parameters for a mistake that is `parts` millionths away from right."""
    code = f"(x - centre) ** 2 * {1 + parts * 1e-6}"
    add_cause(course, name="nearly", parameters="x, centre", code=code)


def translated_in_part(course):
    path = course / "solutions/words/de/some.yml"
    path.parent.mkdir(parents=True)
    path.write_text('? "spread"\n: "Streuung"\n"Reworded since.": "Alt."\n', encoding="utf-8")


FAULTS = {
    "unexercised-object": (same_numbers, "course.yml", "a constant would pass"),
    "dead-misconception": (
        lambda c: add_cause(c, name="turned", parameters="x, centre", code="(centre - x) ** 2"),
        "misconceptions.py",
        "variance turned: no case tells it from the reference",
    ),
    "near-tolerance": (lambda c: half(c, 250), "misconceptions.py", "variance nearly: at most 2."),
    "alike-causes": (
        lambda c: add_cause(c, name="signed", parameters="x, centre", code="-(centre - x)"),
        "misconceptions.py",
        "variance signed: gives the results of variance squares_missing",
    ),
    "same-name": (
        lambda c: add_cause(
            c, name="squares_missing", parameters="x, centre", code="np.abs(x - centre)"
        ),
        "misconceptions.py",
        "squares_missing is the name of another in misconceptions.py and hides it",
    ),
    "answer-in-hint": (
        lambda c: change(c / "course.yml", "What the sum is divided by.", "It is total / x.size."),
        "course.yml",
        "spread.mean: the hint gives away `total / x.size`",
    ),
    "points": (
        lambda c: change(c / "course.yml", "    calls:", "    points: 7\n    calls:"),
        "course.yml",
        "points says 7; its objects, exercises and questions make 6",
    ),
    "stub": (
        lambda c: change(c / "assignments/spread/spread.py", "def mean(x)", "def mean(values)"),
        "spread.py",
        "mean(values) is mean(x) in course.yml",
    ),
    "exercises": (
        lambda c: change(c / "solutions/spread/exercises.yml", "two", "sum: 2\ntwo"),
        "exercises.yml",
        "sum is answered but never asked",
    ),
    "no-example": (
        lambda c: change(c / "solutions/spread/public.py", "variance = mean", ""),
        "public.py",
        "variance has no public example",
    ),
    "lesson": (no_lesson, "lesson.md", "cannot be read"),
    "stale-file": (
        lambda c: change(c / "assignments/spread/public.json", "spread", "spred"),
        "public.json",
        "autograder record",
    ),
    "untranslated": (
        translated_in_part,
        "misconceptions.py",
        "variance squares_missing: no 'de' for 'Your {} adds",
    ),
    "words": (translated_in_part, "some.yml:3", "nothing of the course reads 'Reworded since.'"),
}


@pytest.mark.parametrize("rule", FAULTS)
def test_the_fault_is_found_where_it_is(course, capsys, rule):
    plant, file, said = FAULTS[rule]
    plant(course)
    assert main(["lint", "--course", str(course)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.endswith(f"[{rule}]")]
    assert any(file in line and said in line for line in lines), lines


def test_a_sound_course_has_no_remarks(sound, capsys):
    assert main(["lint", "--course", str(sound)]) == 0
    assert capsys.readouterr().out == "no remarks on 1 stage of spread\n"


def test_one_far_from_the_tolerance_is_not_near_it(course, capsys):
    half(course, 20_000)
    main(["lint", "--course", str(course)])
    assert "near-tolerance" not in capsys.readouterr().out


def test_the_line_is_that_of_the_object(course, capsys):
    change(course / "course.yml", "points: 2", "points: 0")
    main(["lint", "--course", str(course)])
    rows = (course / "course.yml").read_text(encoding="utf-8").splitlines()
    line = 1 + next(k for k, row in enumerate(rows) if "points: 0" in row)
    assert f"course.yml:{line}: spread.mean: worth 0 points" in capsys.readouterr().out


def test_an_unknown_stage_is_refused(sound, capsys):
    assert main(["lint", "spred", "--course", str(sound)]) == 2
    assert "did you mean spread?" in capsys.readouterr().err
