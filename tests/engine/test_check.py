"""A student's own check: ticks, the first fault, what waits for it; nothing hidden is needed."""

import os
import shutil
import subprocess
import sys

import pytest

from autograder.check import check_stage
from autograder.errors import UsageError
from autograder.result import Status


@pytest.fixture
def folder(recorded, small, tmp_path):
    """The folder of a stage as a student has it, with the file of a submission in it."""

    def folder(stage, submission=None):
        made = tmp_path / stage
        shutil.copytree(recorded / "assignments" / stage, made)
        if submission is not None:
            shutil.copy(small / "submissions" / submission / stage / f"{stage}.py", made)
        return made

    return folder


def verdicts(folder):
    result = check_stage(folder).result
    return result, {item.name: str(item.status) for item in result.objects}


@pytest.mark.parametrize("stage", ["basis", "factor", "fitting"])
def test_all_right(folder, stage):
    result, found = verdicts(folder(stage, "right"))
    assert set(found.values()) == {"correct"}
    assert (result.error, result.first_incorrect) == (None, None)


@pytest.mark.parametrize("stage", ["basis", "factor", "fitting"])
def test_the_stub(folder, stage):
    result, found = verdicts(folder(stage))
    assert set(found.values()) == {"missing"}
    assert result.first_incorrect == next(iter(found))


def test_a_dependent_of_a_fault_waits_and_never_follows(folder):
    result, found = verdicts(folder("basis", "basis_root_missing"))
    assert found == {
        "design": "correct", "norms": "incorrect", "unit": "not_judged",
        "parameter_count": "correct", "sizes": "correct", "data_check": "correct",
    }  # fmt: skip
    assert result.first_incorrect == "norms"
    unit = next(item for item in result.objects if item.name == "unit")
    assert "norms" in unit.message


def test_what_is_right_by_itself_does_not_wait(folder):
    _, found = verdicts(folder("basis", "basis_fault_is_not_carried"))
    assert (found["norms"], found["unit"]) == ("incorrect", "correct")


def test_a_chain_of_one_call(folder):
    _, found = verdicts(folder("factor", "factor_b_not_weighted"))
    assert found["c"] == "incorrect"
    assert (found["x"], found["r"]) == ("not_judged", "not_judged")
    assert (found["W"], found["Q"], found["R"]) == ("correct", "correct", "correct")


SUBMISSIONS = ("basis_root_missing", "basis_two_apart", "basis_two_in_a_row", "basis_exception")


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_nothing_ever_follows(folder, name):
    _, found = verdicts(folder("basis", name))
    assert "follows" not in found.values()


def test_a_public_function_is_answered_from_its_recording(folder):
    _, found = verdicts(folder("fitting", "fitting_two_apart"))
    assert found == {"J": "incorrect", "next_p": "not_judged", "verdict": "correct"}


def test_what_a_recording_does_not_hold_is_left_to_the_grader(folder):
    made = folder("fitting", "right")
    path = made / "fitting.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("ahead[j] += step", "ahead[j] += 0.9 * step"), encoding="utf-8")
    result, found = verdicts(made)
    assert found["J"] == "not_judged"
    assert result.first_incorrect is None or result.first_incorrect != "J"


def test_a_changed_input(folder):
    result, found = verdicts(folder("basis", "basis_changes_input"))
    assert found["unit"] == "incorrect"
    assert next(item.cause for item in result.objects if item.name == "unit") == "changes_input"


def test_a_loop_without_end(folder):
    result, found = verdicts(folder("fitting", "fitting_endless"))
    assert found["J"] == "incorrect"
    assert "jacobian" in result.error
    assert found["verdict"] == "correct"


@pytest.mark.parametrize(
    ("source", "says"),
    [(b"def f(:\n", "basis.py, line 1: SyntaxError"), (b"1 / 0\n", "line 1: ZeroDivisionError")],
    ids=["no syntax", "raises"],
)
def test_a_file_that_cannot_be_run(folder, source, says):
    made = folder("basis")
    (made / "basis.py").write_bytes(source)
    result, found = verdicts(made)
    assert set(found.values()) == {"not_judged"}
    assert says in result.error


def test_no_file(folder):
    made = folder("basis")
    (made / "basis.py").unlink()
    result, found = verdicts(made)
    assert set(found.values()) == {"missing"}
    assert "basis.py" in result.error


def test_no_public_file(tmp_path):
    with pytest.raises(UsageError, match=r"no public\.json here"):
        check_stage(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"examples": [1]}', "{", "null"])
def test_a_spoilt_public_file(tmp_path, text):
    (tmp_path / "public.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="take it anew"):
        check_stage(tmp_path)


def test_what_no_example_tries_is_not_ticked(folder):
    made = folder("basis")
    path = made / "public.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"function":"column_norms","name"', '"function":"gone","name"'))
    _, found = verdicts(made)
    assert found["norms"] != "correct"


def test_a_student_needs_neither_course_nor_solutions(folder, root):
    """The check of a folder that stands alone loads nothing of the grader's side."""
    made = folder("basis", "right")
    code = (
        "import sys; from pathlib import Path; from autograder.check import check_stage\n"
        "result = check_stage(Path(sys.argv[1])).result\n"
        "print(result.first_incorrect, len(result.objects))\n"
        "hidden = ('autograder.reference', 'autograder.diagnosis', 'autograder.grading',\n"
        "          'jsonschema', 'fastjsonschema', 'nbgrader', '_course')\n"
        "print([name for name in sys.modules if name.startswith(hidden)])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(made)],
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=made,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("None 6\n[]\n", "")


def test_public_files_hold_nothing_hidden(recorded):
    for stage in ("basis", "factor", "fitting"):
        text = (recorded / "assignments" / stage / "public.json").read_text(encoding="utf-8")
        for hidden in ("misconception", "solutions", "root_missing", "rubric"):
            assert hidden not in text
        if stage == "basis":
            assert "orthonormal" not in text  # the answer of an exercise


@pytest.mark.parametrize(
    ("submission", "outcomes"),
    [
        ("basis_root_missing", {"passed": 4, "failed": 1, "skipped": 2}),
        ("basis_syntax_error", {"failed": 1, "skipped": 6}),
    ],
)
def test_the_public_tests_for_pytest(folder, root, submission, outcomes):
    made = folder("basis", submission)
    (made / "test_basis.py").write_text(
        "from autograder.testing import object_tests\n\ntest_object = object_tests(__file__)\n",
        encoding="utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rsf", "-p", "no:cacheprovider", str(made)],
        env={**os.environ, "PYTHONPATH": str(root)},
        cwd=made,
        capture_output=True,
        text=True,
        check=False,
    )
    counted = dict.fromkeys(outcomes, 0)
    last = ran.stdout.strip().splitlines()[-1]
    for part in last.split(" in ")[0].split(", "):
        number, kind = part.split()
        counted[kind] = int(number)
    assert counted == outcomes
    if submission == "basis_root_missing":
        assert "test_object[norms]" in ran.stdout
        assert "SKIPPED" in ran.stdout
        assert "Waits for norms" in ran.stdout
        assert "exercises: none of 5 answered in exercises.yml yet" in ran.stdout


ANSWERS = {
    "all": ("columns: 4\ncondition: 0\nexact: no\nshape_of_R: [1]\nmethod: x\n", True,
            "exercises: 5 of 5 answered in exercises.yml"),
    "some": ("columns: 4\nexact: ~\nmethod: x\n", False,
             "exercises: 2 of 5 answered in exercises.yml; "
             "still empty: condition, exact, shape_of_R"),
    "none": ("columns:\n", False, "exercises: none of 5 answered in exercises.yml yet"),
    "misspelt": ("colums: 4\nexact: no\nzzz: 1\n\"\\e[31m\": 1\n", False,
                 "exercises: 1 of 5 answered in exercises.yml; "
                 "still empty: columns, condition, shape_of_R, method; "
                 "no exercise is called colums (did you mean columns?); "
                 "no exercise is called zzz; no exercise is called \\x1b[31m"),
    "only misspelt": ("Exact: no\n", False,
                      "exercises: none of 5 answered in exercises.yml yet; "
                      "no exercise is called Exact (did you mean exact?)"),
    "not readable": ("columns: 4\ncondition: {a: 1}\n", False,
                     "exercises.yml cannot be read (line 2: an answer is a plain value or a list "
                     "of plain values): as it is, none of its 5 answers counts"),
    "no file": (None, False, "exercises.yml is not here: none of 5 exercises is answered"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "complete", "told"), ANSWERS.values(), ids=ANSWERS)
def test_exercises_are_counted_and_never_judged(folder, text, complete, told):
    made = folder("basis", "right")
    path = made / "exercises.yml"
    path.unlink()
    if text is not None:
        path.write_text(text, encoding="utf-8")
    checked = check_stage(made)
    assert (checked.exercises.told, checked.exercises.is_complete) == (told, complete)
    assert checked.is_right


def test_a_stage_without_exercises(folder):
    assert check_stage(folder("factor", "right")).exercises is None


def test_prints_are_kept_within_bounds(folder):
    made = folder("basis", "right")
    with (made / "basis.py").open("a", encoding="utf-8") as file:
        file.write("\nprint('\\x1b[2J')\nfor i in range(100_000):\n    print(i)\n")
    checked = check_stage(made)
    assert checked.printed.splitlines() == [
        "\\x1b[2J", *map(str, range(19)), "… 99,981 more lines left out"
    ]  # fmt: skip
    assert checked.is_right


def test_what_is_out_of_reach_where_marks_are_made_is_said(folder):
    made = folder("basis", "right")
    path = made / "basis.py"
    path.write_text("import threading\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    checked = check_stage(made)
    (note,) = checked.notes
    assert note.startswith("basis.py imports threading (line 1)")
    assert checked.is_right
    assert check_stage(folder("factor", "right")).notes == ()


def test_a_file_that_imports_another_stage_is_told_that_it_stands_alone(folder):
    made = folder("basis")
    (made / "basis.py").write_text("from factor import solve\n", encoding="utf-8")
    (made / "factor.py").write_text("def solve(): ...\n", encoding="utf-8")
    result, _ = verdicts(made)
    assert "basis.py, line 1: ModuleNotFoundError" in result.error
    assert "A stage's file stands alone" in result.error


def test_a_function_that_imports_another_stage_is_told_so_too(folder):
    made = folder("basis", "right")
    path = made / "basis.py"
    text = path.read_text(encoding="utf-8")
    name = "def column_norms(A):\n"
    path.write_text(text.replace(name, f"{name}    import factor\n"), encoding="utf-8")
    result, _ = verdicts(made)
    told = next(item.message for item in result.objects if item.name == "norms")
    assert "ModuleNotFoundError at line" in told
    assert "A stage's file stands alone" in told


def test_statuses_of_checks_are_those_of_reports():
    assert set(Status) == {"correct", "incorrect", "follows", "missing", "not_judged"}
