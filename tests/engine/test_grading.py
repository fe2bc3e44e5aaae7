"""One submission from folder to result: what is taken, what is run, and what a failure costs."""

import shutil
from dataclasses import replace

import pytest

from autograder.course_file import read_course
from autograder.grading import Grader
from autograder.result import Status
from autograder.submission import Submission, find_submissions

SUBMISSIONS = "submissions"
CODE = ("design", "norms", "unit", "parameter_count", "sizes", "data_check")


@pytest.fixture
def folder(small, tmp_path):
    """A right submission that a test may spoil."""
    copied = tmp_path / "ada"
    shutil.copytree(small / SUBMISSIONS / "right", copied)
    return copied


@pytest.fixture
def grade(grader):
    def grade(folder):
        return grader.grade(Submission("ada", folder))

    return grade


def stage_of(result, name="basis"):
    return next(stage for stage in result.stages if stage.name == name)


def statuses(stage):
    return {item.name: item.status for item in stage.objects}


def basis(folder):
    return folder / "basis" / "basis.py"


def test_all_right(grade, folder, course):
    result = grade(folder)
    assert result.error is None
    assert result.first_incorrect is None
    assert result.points == result.max_points == sum(s.max_points for s in course.stages.values())
    for stage in result.stages:
        assert (stage.error, stage.first_incorrect, stage.points) == (None, None, stage.max_points)
        assert all(item.message for item in stage.objects)


def test_objects_come_in_the_order_of_the_course_exercises_last(grade, folder, course):
    for stage in grade(folder).stages:
        declared = course.stages[stage.name]
        names = [item.name for item in (*declared.objects, *declared.exercises)]
        assert [item.name for item in stage.objects] == names


def test_points_add_up(grade, folder, small):
    shutil.copytree(small / SUBMISSIONS / "factor_two_apart", folder, dirs_exist_ok=True)
    result = grade(folder)
    factor = stage_of(result, "factor")
    earned = {item.name: item.points for item in factor.objects}
    # half of what they are worth for Q, R, c and x, which follow from W
    assert earned == {"W": 0, "Q": 1.5, "R": 1.5, "c": 1, "x": 1.5, "r": 0, "stack": 2}
    assert factor.points == 7.5
    assert result.points == result.max_points - (factor.max_points - 7.5)


# --- what is not handed in


def test_a_stage_that_is_not_handed_in_is_passed_over(grade, folder):
    shutil.rmtree(folder / "basis")
    result = grade(folder)
    stage = stage_of(result)
    assert "basis.py was not handed in" in stage.error
    assert (stage.points, stage.first_incorrect, stage.handed_in) == (0, "design", False)
    assert set(statuses(stage).values()) == {Status.MISSING}
    assert result.first_incorrect is None


def test_nothing_handed_in(grade, tmp_path):
    (tmp_path / "eve").mkdir()
    result = grade(tmp_path / "eve")
    assert (result.points, result.first_incorrect) == (0, ("basis", "design"))
    assert all(stage.error for stage in result.stages)


def test_a_file_of_another_name_is_mentioned(grade, folder):
    basis(folder).rename(folder / "basis" / "my\x1bbasis.py")
    assert "found my\\x1bbasis.py" in stage_of(grade(folder)).error


def test_a_folder_that_is_a_link_is_refused_whole(grader, folder):
    link = folder.with_name("eve")
    link.symlink_to(folder)
    _, eve = find_submissions(folder.parent, grader.course.stages)
    result = grader.grade(eve)
    assert "symbolic link" in result.error
    assert result.points == 0
    assert {item.status for s in result.stages for item in s.objects} == {Status.MISSING}


def test_a_file_that_is_a_link_is_named(grade, folder):
    basis(folder).rename(folder / "real.py")
    basis(folder).symlink_to(folder / "real.py")
    stage = stage_of(grade(folder))
    assert "basis.py is a symbolic link" in stage.error
    assert all(statuses(stage)[name] is Status.MISSING for name in CODE)


def test_a_file_that_is_too_large_is_named(grade, folder):
    basis(folder).write_bytes(b"#" * 1_000_001)
    assert "basis.py is larger than 1 MB" in stage_of(grade(folder)).error


# --- what cannot be read or imported


@pytest.mark.parametrize(
    ("source", "says"),
    [
        pytest.param(b"x = 1\ndef f(:\n", "basis.py, line 2: SyntaxError", id="no syntax"),
        pytest.param(b"x = 1\n\xff\n", "basis.py", id="no UTF-8"),
        pytest.param(b"x = 1\n\x00\n", "basis.py", id="NUL"),
        pytest.param(b"\n\n1 / 0\n", "basis.py, line 3: ZeroDivisionError", id="raises"),
        pytest.param(b"import no_such_module\n", "line 1: ModuleNotFoundError", id="no module"),
        pytest.param(b"raise SystemExit(0)\n", "basis.py", id="leaves by SystemExit"),
        pytest.param(b"import os\nos._exit(0)\n", "basis.py", id="leaves at once"),
        pytest.param(b"while True: pass\n", "CPU time", id="never ends"),
        pytest.param(b"x = " + b"(" * 5000 + b")" * 5000, "basis.py", id="nested too deep"),
    ],
)
def test_a_file_that_cannot_be_run(grade, folder, source, says):
    basis(folder).write_bytes(source)
    stage = stage_of(grade(folder))
    assert says in stage.error
    assert stage.first_incorrect is None
    assert {statuses(stage)[name] for name in CODE} == {Status.NOT_JUDGED}
    assert stage.points == 5  # the exercises need no code


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: "\ufeff" + text, id="byte order mark"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\r"), id="CR"),
        pytest.param(lambda text: text.rstrip("\n"), id="no last line end"),
        pytest.param(lambda text: "print('x' * 100000)\n" + text, id="prints"),
        pytest.param(lambda text: "import numpy; numpy.seterr(all='raise')\n" + text, id="seterr"),
        pytest.param(
            lambda text: "import warnings; warnings.simplefilter('error')\n" + text, id="warnings"
        ),
        pytest.param(
            lambda text: "import sys; sys.stdout.close(); sys.stderr.close()\n" + text,
            id="closes its streams",
        ),
        pytest.param(lambda text: text + "\nif __name__ == '__main__':\n    1 / 0\n", id="a main"),
    ],
)
def test_what_changes_no_verdict(grade, folder, spoil):
    text = basis(folder).read_text(encoding="utf-8")
    basis(folder).write_bytes(spoil(text).encode())
    stage = stage_of(grade(folder))
    assert (stage.points, stage.error) == (stage.max_points, None)


def test_a_coding_cookie_is_obeyed(grade, folder):
    text = basis(folder).read_text(encoding="utf-8")
    basis(folder).write_bytes(b"# -*- coding: latin-1 -*-\nname = '\xe9'\n" + text.encode())
    assert stage_of(grade(folder)).error is None


# --- what ends the process


ENDS = {
    "leaves": ("import os; os._exit(3)", "crash"),
    "writes to nowhere": ("import ctypes; ctypes.string_at(0)", "crash"),
    "leaves by SystemExit": ("raise SystemExit", "exception"),
    "never ends": ("while True: pass", "time_out"),
    "takes all memory": ("x = [bytearray(1 << 20) for _ in range(4096)]", "memory"),
}


@pytest.mark.parametrize(("code", "cause"), ENDS.values(), ids=ENDS)
def test_a_call_that_ends_the_process(grade, folder, code, cause):
    added = f"\n\ndef parameter_count(degree):\n    {code}\n"
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write(added)
    stage = stage_of(grade(folder))
    found = {item.name: item for item in stage.objects}
    assert (found["parameter_count"].status, found["parameter_count"].cause) == (
        Status.INCORRECT,
        cause,
    )
    assert stage.first_incorrect == "parameter_count"
    assert all(found[name].status is Status.CORRECT for name in CODE if name != "parameter_count")
    assert cause == "exception" or "parameter_count" in stage.error


def test_a_stage_whose_time_runs_out(course, folder):
    limits = replace(course.limits, call_cpu_s=0.4, stage_cpu_s=0.6)
    slow = "\n\ndef {}(*args):\n    while True: pass\n"
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write("".join(map(slow.format, ["design_matrix", "column_norms", "unit_columns"])))
    with Grader(replace(course, limits=limits)) as grader:
        stage = grader.grade_stage("basis", folder / "basis")
    found = statuses(stage)
    assert found["design"] is Status.INCORRECT
    assert Status.NOT_JUDGED in found.values()
    assert stage.error


def test_no_time_to_ask_again_is_not_taken_for_state(course, folder):
    # seven cases, and two of them again, fit into the stage's time; nothing more does
    added = """


def check_data(A, b):
    import time

    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
"""
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write(added)
    limits = replace(course.limits, stage_cpu_s=0.2 * (7 + 2.5), stage_wall_s=60)
    with Grader(replace(course, limits=limits)) as grader:
        stage = grader.grade_stage("basis", folder / "basis")
    checked = next(item for item in stage.objects if item.name == "data_check")
    assert checked.status is Status.INCORRECT
    assert checked.cause != "keeps_state"


# --- exercises and notebooks


@pytest.mark.parametrize("content", [None, "", "columns:\n"], ids=["no file", "empty", "a stub"])
def test_exercises_that_are_not_answered_are_missing(grade, folder, content):
    path = folder / "basis" / "exercises.yml"
    path.unlink() if content is None else path.write_text(content, encoding="utf-8")
    result = grade(folder)
    stage = stage_of(result)
    assert statuses(stage)["exercises.columns"] is Status.MISSING
    assert stage.points == stage.max_points - 5
    assert (stage.error, stage.first_incorrect, result.first_incorrect) == (None, None, None)


def test_a_misspelt_exercise_is_named_at_the_one_that_lacks(grade, folder):
    path = folder / "basis" / "exercises.yml"
    path.write_text("colums: 4\nexact: yes\n", encoding="utf-8")
    found = {item.name: item for item in stage_of(grade(folder)).objects}
    assert found["exercises.columns"].status is Status.MISSING
    assert found["exercises.columns"].message == (
        "not answered; no exercise is called colums (did you mean columns?)"
    )
    assert found["exercises.exact"].status is Status.CORRECT
    assert found["exercises.condition"].message == "not answered"


def test_wrong_exercises_never_are_the_first_incorrect_object(grade, folder):
    (folder / "basis" / "exercises.yml").write_text("columns: 5\nexact: true\n", encoding="utf-8")
    result = grade(folder)
    found = statuses(stage_of(result))
    assert (found["exercises.columns"], found["exercises.exact"]) == (
        Status.INCORRECT,
        Status.CORRECT,
    )
    assert result.first_incorrect is None


@pytest.mark.parametrize(
    "content",
    [b"columns: [1\n", b"\xff\n", b"a: &x [1]\nb: *x\n", b"columns: " + b"[" * 50_000, b"- 1\n"],
    ids=["no YAML", "no UTF-8", "alias", "deep", "a list"],
)
def test_exercises_that_cannot_be_read(grade, folder, content):
    (folder / "basis" / "exercises.yml").write_bytes(content)
    stage = stage_of(grade(folder))
    assert "exercises.yml" in stage.error
    assert statuses(stage)["exercises.columns"] is Status.NOT_JUDGED
    assert stage.points == stage.max_points - 5
    assert stage.first_incorrect is None


def test_an_answer_key_that_lacks_a_key_is_the_courses_fault(copy_small, tmp_path, folder):
    copied = copy_small(tmp_path / "course")
    (copied / "solutions" / "basis" / "exercises.yml").write_text("columns: 4\n", encoding="utf-8")
    with Grader(read_course(copied)) as grader:
        stage = grader.grade_stage("basis", folder / "basis")
    assert stage.points is None
    assert "exercises.yml" in stage.error or "KeyError" in stage.error


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"cells": 3}', b"\xff", b"[" * 100_000])
def test_a_broken_notebook_is_named_and_costs_nothing(grade, folder, content):
    (folder / "basis" / "basis.ipynb").write_bytes(content)
    stage = stage_of(grade(folder))
    assert "basis.ipynb is not a readable notebook" in stage.error
    assert stage.points == stage.max_points


def test_a_sound_notebook_is_passed_over(grade, folder):
    (folder / "basis" / "basis.ipynb").write_text('{"cells": []}', encoding="utf-8")
    assert stage_of(grade(folder)).error is None


# --- what the policy lets be seen


def test_policy_none_reveals_nothing(course, small):
    with Grader(replace(course, evidence="none")) as grader:
        for name in ("basis_root_missing", "basis_exception", "basis_changes_input"):
            stage = grader.grade_stage("basis", small / SUBMISSIONS / name / "basis")
            assert all(item.evidence is None for item in stage.objects)
            said = [item.message for item in stage.objects if item.status is Status.INCORRECT]
            assert said
            assert not any("3 × 2" in text for text in said)  # the name of a hidden case


# --- the same again, and the grader's own failures


def without_seconds(result):
    return replace(result, stages=tuple(replace(stage, seconds=0.0) for stage in result.stages))


@pytest.mark.parametrize("name", ["right", "factor_zeros", "fitting_leaves", "basis_keeps_state"])
def test_the_same_submission_gives_the_same_result(grade, small, name):
    folder = small / SUBMISSIONS / name
    assert without_seconds(grade(folder)) == without_seconds(grade(folder))


def test_randomness_is_named(grade, small):
    stage = stage_of(grade(small / SUBMISSIONS / "basis_random"))
    norms = next(item for item in stage.objects if item.name == "norms")
    assert norms.cause == "not_repeatable"


def test_randomness_with_few_outcomes_is_named(grade, folder):
    added = """


def parameter_count(degree):
    return degree + 1 + int(np.random.random() < 0.6)
"""
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write(added)
    stage = stage_of(grade(folder))
    counted = next(item for item in stage.objects if item.name == "parameter_count")
    assert counted.cause == "not_repeatable"


def test_an_exception_does_not_hide_that_values_are_kept(grade, folder):
    added = """

_kept = {}


def column_norms(A):
    if len(A) == 5:
        raise ValueError("five rows")
    return _kept.setdefault(A.shape[1], np.linalg.norm(A, axis=0))
"""
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write(added)
    stage = stage_of(grade(folder))
    norms = next(item for item in stage.objects if item.name == "norms")
    assert norms.cause in ("exception", "keeps_state")  # not a value wrong for no known cause


def test_rare_randomness_is_named(grade, folder):
    added = """

_draws = np.random.default_rng()
_calls = [0]


def column_norms(A):
    _calls[0] += 1
    return np.linalg.norm(A, axis=0) + (_calls[0] > 3) * _draws.normal()
"""
    with basis(folder).open("a", encoding="utf-8") as file:
        file.write(added)
    stage = stage_of(grade(folder))
    norms = next(item for item in stage.objects if item.name == "norms")
    assert norms.cause in ("not_repeatable", "keeps_state")


BREAKS = {
    "a step is gone": ("reference.py", "def unit(", "def united("),
    "no syntax": ("reference.py", "def unit(", "def unit(("),
    "zeros that fail": (
        "reference.py",
        "return np.broadcast_to((A == 0)",
        "return 1 / 0 + ((A == 0)",
    ),
    "a generator is gone": ("cases.py", "def unit_columns(", "def unit_column("),
}


@pytest.mark.parametrize(("file", "old", "new"), BREAKS.values(), ids=BREAKS)
def test_a_broken_reference_withholds_that_mark_alone(copy_small, tmp_path, folder, file, old, new):
    copied = copy_small(tmp_path / "course")
    path = copied / "solutions" / "basis" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with Grader(read_course(copied)) as grader:
        result = grader.grade(Submission("ada", folder))
    stage = stage_of(result)
    assert (result.points, stage.points, stage.first_incorrect) == (None, None, None)
    assert stage.error
    assert "withheld" in result.error
    assert {item.status for item in stage.objects} == {Status.NOT_JUDGED}
    assert stage_of(result, "factor").points == stage_of(result, "factor").max_points


def test_another_seed_draws_other_cases_and_judges_alike(course, small):
    values = []
    for seed in (1, 2):
        with Grader(course, seed=seed) as grader:
            stage = grader.grade_stage("factor", small / SUBMISSIONS / "factor_signs" / "factor")
        assert stage.first_incorrect == "Q"
        values.append(next(item.evidence.expected for item in stage.objects if item.name == "Q"))
    assert values[0] != values[1]


@pytest.mark.parametrize("place", ["basis.py", "Basis/basis.py", "basis/basis/basis.py"])
def test_a_file_in_the_wrong_place_is_named(tmp_path, small, place):
    path = tmp_path / "ada" / place
    path.parent.mkdir(parents=True)
    path.write_text("def norms(A):\n    return A\n", encoding="utf-8")
    with Grader(read_course(small)) as grader:
        stage = grader.grade_stage("basis", tmp_path / "ada" / "basis")
    assert stage.points == 0
    assert stage.error == f"basis.py was not handed in as basis/basis.py; found {place}"


@pytest.mark.parametrize(
    ("name", "stage", "final"),
    [
        ("right", "fitting", True),
        ("basis_syntax_error", "basis", True),
        ("basis_exception", "basis", True),
        ("fitting_endless", "fitting", False),
    ],
)
def test_what_a_clock_had_a_say_in_is_not_final(patient, small, name, stage, final):
    made = patient.grade_stage(stage, small / "submissions" / name / stage)
    assert made.final is final


@pytest.mark.parametrize("code", ["import os; os._exit(3)", "while True: pass"])
def test_a_file_that_ends_its_worker_is_not_final(patient, tmp_path, code):
    (tmp_path / "basis.py").write_text(code, encoding="utf-8")
    assert not patient.grade_stage("basis", tmp_path).final


def test_what_takes_a_large_share_of_its_time_is_not_final(course, small):
    limits = replace(course.limits, stage_wall_s=0.005 * len(course.stages["fitting"].calls))
    with Grader(replace(course, limits=limits)) as grader:
        made = grader.grade_stage("fitting", small / "submissions" / "right" / "fitting")
    assert not made.final


@pytest.fixture
def patient(course):
    """A grader whose limits no busy machine comes near, but for endless loops."""
    limits = replace(
        course.limits, call_cpu_s=1.0, call_wall_s=60.0, stage_cpu_s=100.0, stage_wall_s=200.0
    )
    with Grader(replace(course, limits=limits)) as grader:
        yield grader
