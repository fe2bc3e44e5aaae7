"""What the pages say of writing a course: `autograder new` makes it, and it grades as they say."""

import pytest

from autograder.cli import main
from autograder.course_file import read_course
from autograder.grading import Grader

FAULTY = """
def mean(x):
    return x.sum() / (len(x) - 1)


def variance(x):
    return (x - mean(x)).sum() / len(x)
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("courses") / "Mean & spread: a course"
    assert main(["new", str(root)]) == 0
    return root


def test_a_new_course_is_named_as_its_folder_and_has_its_page(course):
    assert read_course(course).title == "Mean & spread: a course"
    assert "autograder new" in (course / "README.md").read_text(encoding="utf-8")


def test_no_two_courses_share_their_hidden_cases(course, tmp_path):
    main(["new", str(tmp_path / "other")])
    seeds = {(root / "solutions" / "seed.txt").read_text() for root in (course, tmp_path / "other")}
    assert len(seeds) == 2


def test_nothing_is_written_over(course, capsys):
    before = (course / "course.yml").read_bytes()
    assert main(["new", str(course)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (course / "course.yml").read_bytes() == before


@pytest.mark.parametrize("command", ["record", "notebooks"])
def test_what_is_made_is_in_step(course, command):
    assert main([command, "--check", "--course", str(course)]) == 0


@pytest.mark.parametrize("command", ["lint", "selftest"])
def test_it_passes_its_own_tests(course, command):
    assert main([command, "--course", str(course)]) == 0


def test_its_samples_grade_as_their_labels_say(course, capsys):
    assert main(["grade", "--course", str(course), str(course / "submissions")]) == 1
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[1:3])
    assert rows["differences_not_squared"].split()[-3:] == ["spread", "·", "variance"]
    assert rows["right"].split()[-1] == "none"


def test_faults_are_named_as_the_page_says(course, tmp_path):
    (tmp_path / "spread").mkdir()
    (tmp_path / "spread" / "spread.py").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "spread" / "exercises.yml").write_text("two_points: 1.0\n", encoding="utf-8")
    with Grader(read_course(course)) as grader:
        stage = grader.grade_stage("spread", tmp_path / "spread")
    found = {item.name: (str(item.status), item.cause) for item in stage.objects}
    assert found == {
        "mean": ("incorrect", "one_too_few"),
        "variance": ("incorrect", "squares_missing"),
        "exercises.two_points": ("correct", None),
    }
    assert stage.first_incorrect == "mean"
