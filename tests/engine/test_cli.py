"""Exit statuses: 0 all correct, 1 something incorrect, 2 wrong usage or course, 3 withheld."""

import json
import re
import shutil

import pytest

from autograder.cli import main


@pytest.fixture
def course(copy_small, tmp_path):
    """A copy of the small course that a test may spoil."""
    return copy_small(tmp_path / "course")


@pytest.fixture
def run(course, capsys):
    def run(*arguments):
        status = main([*map(str, arguments), "--course", str(course)])
        return status, capsys.readouterr()

    return run


@pytest.fixture
def tree(small, tmp_path):
    def tree(*names):
        made = tmp_path / "submitted"
        for name in names:
            shutil.copytree(small / "submissions" / name, made / name)
        return made

    return tree


def test_all_correct(run, small):
    status, told = run("grade", small / "submissions" / "right")
    assert status == 0
    assert "all correct" in told.out
    assert told.err == ""


def test_something_incorrect(run, tree):
    status, told = run("grade", tree("right", "basis_two_apart"))
    assert status == 1
    assert "basis · design" in told.out


def test_something_missing(run, tree):
    path = tree("right")
    shutil.rmtree(path / "right" / "factor")
    assert run("grade", path)[0] == 1


def test_stages_that_are_not_asked_for_do_not_count(run, tree, tmp_path):
    path, report = tree("right"), tmp_path / "report.json"
    shutil.copytree(path / "right" / "factor", path / "late" / "factor")
    assert run("grade", path, "--stage", "basis", "--json", report)[0] == 1
    late, right = json.loads(report.read_text(encoding="utf-8"))["submissions"]
    assert [*right["stages"]] == ["basis"]
    assert right["points"] == right["max_points"] == right["stages"]["basis"]["max_points"]
    assert (late["points"], late["error"]) == (0, None)  # its files are where they belong
    assert run("grade", path / "right", "--stage", "basis")[0] == 0


def test_a_stage_that_is_none_is_named(run, tree):
    status, told = run("grade", tree("right"), "--stage", "bases")
    assert status == 2
    assert "did you mean basis?" in told.err


def test_a_wrong_exercise(run, tree):
    path = tree("right")
    (path / "right" / "basis" / "exercises.yml").write_text("columns: 9\n", encoding="utf-8")
    assert run("grade", path)[0] == 1


def test_the_report(run, tree, tmp_path):
    path = tmp_path / "out" / "report.json"
    status, told = run("grade", tree("right", "factor_signs"), "--json", path)
    assert status == 1
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (document["course"], document["version"]) == ("Least squares", "2.1")
    assert [item["student"] for item in document["submissions"]] == ["factor_signs", "right"]
    assert document["submissions"][0]["first_incorrect"] == {"stage": "factor", "object": "Q"}
    assert str(path) in told.out


def test_a_table_for_many_and_details_on_demand(run, tree):
    path = tree("right", "factor_signs")
    assert "signs_as_they_come" not in run("grade", path)[1].out
    assert "signs_as_they_come" in run("grade", path, "--details")[1].out


def test_what_has_not_changed_is_said_and_is_the_same(run, tree, tmp_path):
    path = tree("right", "basis_two_apart", "factor_signs")
    texts = []
    for options in ([], [], ["--fresh"]):
        _, told = run("grade", path, "--json", tmp_path / "report.json", *options)
        texts.append(re.sub(r'"seconds": .*', "", (tmp_path / "report.json").read_text("utf-8")))
        said = re.findall(r"^(\d of \d) unchanged since 20\d\d-", told.err, re.M)
        assert said == ([] if len(texts) != 2 else ["3 of 3"])
    assert texts[0] == texts[1] == texts[2]


def test_a_cache_of_ones_own(run, tree, tmp_path):
    path = tree("right", "factor_signs")
    for _ in range(2):
        told = run("grade", path, "--cache", tmp_path / "kept")[1]
    assert f"taken from {tmp_path / 'kept'} (--fresh grades them anew)" in told.err
    (tmp_path / "file").touch()
    assert run("grade", path, "--cache", tmp_path / "file")[0] == 2


def test_where_nothing_can_be_kept_grading_goes_on(run, course, tree, monkeypatch):
    (course / ".autograder").touch()
    monkeypatch.setattr("autograder.commands.grade.FOLDER", ".autograder")
    status, told = run("grade", tree("right"))
    assert status == 0
    assert "no result is kept for another run: " in told.err


def test_progress_is_for_people_alone(run, tree, monkeypatch):
    path = tree("right", "factor_signs", "basis_two_apart")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = run("grade", path)[1].err
    assert re.search(r"░ 1/3  [\d.]+/s  [\d hmins]+ s left  0 failed\r\x1b\[K", shown)
    assert shown.endswith("\r\x1b[K")
    monkeypatch.undo()
    assert run("grade", path, "--fresh")[1].err == ""


def test_several_paths(run, small):
    paths = [small / "submissions" / name for name in ("right", "factor_signs")]
    status, told = run("grade", *paths)
    assert status == 1
    assert all(path.name in told.out for path in paths)


def test_no_such_folder(run, tmp_path):
    status, told = run("grade", tmp_path / "nowhere")
    assert (status, told.out) == (2, "")
    assert "nowhere: no such folder" in told.err


def test_nothing_to_grade(run, tmp_path):
    (tmp_path / "empty").mkdir()
    status, told = run("grade", tmp_path / "empty")
    assert status == 2
    assert "no submission here" in told.err


@pytest.mark.parametrize(
    "arguments",
    [[], ["grade"], ["grade", "x", "--jobs", "0"], ["grade", "x", "--jobs", "two"], ["mark", "x"],
     ["grade", "x", "--isolation", "none"], ["grade", "x", "--fast"]],
    ids=" ".join,
)  # fmt: skip
def test_wrong_arguments(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: autograder" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["two", "0", "1.5"])
def test_a_wrong_number_of_jobs_is_told_what_is_allowed(capsys, jobs):
    with pytest.raises(SystemExit):
        main(["grade", "x", "--jobs", jobs])
    assert f"--jobs: {jobs!r} is no whole number of 1 or more" in capsys.readouterr().err


def test_a_student_named_twice_is_graded_once(run, tree, monkeypatch):
    path = tree("right", "factor_signs")
    monkeypatch.chdir(path.parent)
    told = run("grade", "submitted", "submitted/right", "submitted/../submitted/right/.")[1].out
    assert [line.split()[0] for line in told.splitlines()[1:]] == ["factor_signs", "right"]


def test_a_link_to_a_student_is_named_though_the_student_is_graded(run, tree):
    path = tree("right")
    (path / "zoe").symlink_to(path / "right")
    told = run("grade", path)[1].out
    *rows, note = told.splitlines()[1:]
    assert [line.split()[0] for line in rows] == ["right", "zoe"]
    assert note == "! zoe: the folder is a symbolic link"


def test_help_names_the_commands(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    told = capsys.readouterr().out
    assert all(command in told for command in ("check", "grade", "doctor", "record"))


def test_a_fault_of_the_course_is_said_with_its_place(run, course, tree):
    path = course / "course.yml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("returns: mapping", "returns: maping"), encoding="utf-8")
    line = text.splitlines().index("        returns: mapping") + 1
    status, told = run("grade", tree("right"))
    assert (status, told.out) == (2, "")
    assert f"course.yml:{line}: " in told.err
    assert "did you mean mapping?" in told.err


def test_a_fault_of_the_solutions_is_said_with_its_place(run, course, tree):
    (course / "solutions" / "basis" / "cases.py").write_text("1 / 0\n", encoding="utf-8")
    status, told = run("grade", tree("right"))
    assert status == 2
    assert "basis/cases.py:1: " in told.err


def test_a_fault_of_the_answer_key_is_said_with_its_place(run, course, tree):
    (course / "solutions" / "basis" / "exercises.yml").write_text("columns: 4\n", encoding="utf-8")
    status, told = run("grade", tree("right"))
    assert status == 2
    assert "basis/exercises.yml:1: " in told.err


def test_no_course(capsys, tmp_path, small):
    status = main(["grade", str(small / "submissions"), "--course", str(tmp_path)])
    assert status == 2
    assert "course.yml:1: there is no course.yml here" in capsys.readouterr().err


def test_a_withheld_mark_wins_over_an_incorrect_one(run, course, tree, tmp_path):
    path = course / "solutions" / "factor" / "reference.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("n = A.shape[-1]", "n = A.shape[99]"), encoding="utf-8")
    report = tmp_path / "report.json"
    assert run("grade", tree("right", "basis_two_apart"), "--json", report)[0] == 3
    marks = {
        item["student"]: (item["points"], item["stages"]["factor"]["points"], item["error"])
        for item in json.loads(report.read_text(encoding="utf-8"))["submissions"]
    }
    assert marks["right"][:2] == (None, None)
    assert "withheld" in marks["right"][2]


def test_a_report_that_cannot_be_written(run, tree, tmp_path):
    (tmp_path / "report.json").mkdir()
    status, told = run("grade", tree("right"), "--json", tmp_path / "report.json")
    assert status == 2
    assert "report.json" in told.err


@pytest.fixture
def assignments(recorded, small, tmp_path, monkeypatch):
    """The assignments as a student has them, filled in right, and the student in there."""
    copied = tmp_path / "mine"
    shutil.copytree(recorded / "assignments", copied / "assignments")
    for stage in ("basis", "factor", "fitting"):
        source = small / "submissions" / "right" / stage / f"{stage}.py"
        shutil.copy(source, copied / "assignments" / stage)
    monkeypatch.chdir(copied / "assignments")
    return copied / "assignments"


def test_check_all_right(assignments, capsys):
    assert main(["check"]) == 0
    told = capsys.readouterr().out
    assert "✓ design  ✓ norms  ✓ unit" in told
    assert "basis 6/6   factor 7/7   fitting 3/3" in told
    assert assignments.exists()


def test_check_one_stage_by_name(assignments, capsys, small):
    shutil.copy(
        small / "submissions" / "factor_signs" / "factor" / "factor.py", assignments / "factor"
    )
    assert main(["check", "basis"]) == 0
    assert main(["check", "factor"]) == 1
    told = capsys.readouterr().out
    assert "first incorrect: Q" in told


def test_a_time_out_is_told_once(assignments, capsys, small):
    source = small / "submissions" / "fitting_endless" / "fitting" / "fitting.py"
    shutil.copy(source, assignments / "fitting")
    assert main(["check", "fitting"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("ran for more than") == 1
    assert "first incorrect: J" in told


def test_what_is_printed_stands_apart_from_the_verdict(assignments, capsys):
    with (assignments / "factor" / "factor.py").open("a", encoding="utf-8") as file:
        file.write("\nprint('hello')\n")
    assert main(["check", "factor"]) == 0
    told = capsys.readouterr()
    assert told.err == "hello\n"
    assert "hello" not in told.out


def test_spoilt_notes_of_progress_are_passed_over(assignments, capsys):
    notes = '{"basis": 3, "factor": [1], "fitting": null}'
    (assignments / ".autograder-progress.json").write_text(notes, encoding="utf-8")
    assert main(["check", "basis"]) == 0
    assert "course: basis 6/6   factor –   fitting –" in capsys.readouterr().out


def test_check_in_the_folder_of_a_stage(assignments, capsys, monkeypatch):
    monkeypatch.chdir(assignments / "factor")
    assert main(["check"]) == 0
    assert "Solving by Q and R" in capsys.readouterr().out


def test_check_a_stage_that_is_not_here(assignments, capsys):
    assert main(["check", "factory"]) == 2
    assert "factory: no such stage here" in capsys.readouterr().err
    assert assignments.exists()


def test_check_where_no_stage_is(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "no public.json here" in capsys.readouterr().err


def test_record(run, course):
    status, told = run("record", "--check")
    assert status == 1
    assert "basis: public.json is out of step" in told.err
    assert run("record")[0] == 0
    assert (course / "assignments" / "factor" / "public.json").exists()
    assert run("record", "--check") == (0, run("record", "--check")[1])
    assert run("record")[1].out == ""


def test_who_handed_in_nothing_that_is_taken_is_told_where_it_lies(run, tree):
    path = tree("right")
    (path / "nes" / "homework" / "basis").mkdir(parents=True)
    (path / "nes" / "homework" / "basis" / "basis.py").write_text("", encoding="utf-8")
    (path / "ole").mkdir()
    told = " ".join(run("grade", path)[1].out.split())
    assert told.count("0 nothing handed in") == 2
    assert "! nes: nothing lies where a stage's file is looked for; found homework/basis/" in told
    assert "! ole" not in told


def test_the_course_itself_is_no_submission(run, course):
    status, told = run("grade", course)
    assert status == 2
    assert "is the course's own folder; name the one of submissions" in told.err
