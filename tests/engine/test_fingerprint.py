"""What a change touches: the stages that are to be graded again, and no others."""

import shutil

import pytest

from autograder import fingerprint
from autograder.course_file import read_course
from autograder.fingerprint import digest, verdicts

ALL = {"basis", "factor", "fitting"}


@pytest.fixture
def root(copy_small, tmp_path):
    return copy_small(tmp_path / "course")


def touched(root, change, **how):
    """The stages whose text a change makes another one."""
    before = verdicts(read_course(root), 20, "strong")
    change(root)
    after = verdicts(read_course(root), **{"seed": 20, "isolation": "strong", **how})
    return {stage for stage in before if before[stage] != after[stage]}


def edit(name, old, new):
    def change(root):
        path = root / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def more(name):
    return edit(name, "", "\n# more\n")


@pytest.mark.parametrize(
    ("change", "stages"),
    [
        (lambda _: None, set()),
        (more("solutions/basis/reference.py"), {"basis"}),
        (more("solutions/factor/misconceptions.py"), {"factor"}),
        (more("solutions/fitting/cases.py"), {"fitting"}),
        (more("solutions/basis/exercises.yml"), {"basis"}),
        (more("solutions/pieces.py"), ALL),
        (more("solutions/__init__.py"), ALL),
        (more("solutions/seed.txt"), set()),
        (more("assignments/basis/basis.py"), set()),
        (edit("course.yml", "carried_forward: 0.5", "carried_forward: 1.0"), ALL),
        (edit("course.yml", "evidence: entry", "evidence: none"), ALL),
        (edit("course.yml", "rtol: 1.0e-4", "rtol: 1.0e-3"), ALL),
        (edit("course.yml", "stage_cpu_s: 5", "stage_cpu_s: 6"), ALL),
        (edit("course.yml", "Along which axis the", "Which way the"), {"basis"}),
        (edit("course.yml", "# A small", "# A tiny"), set()),
    ],
)
def test_what_a_change_touches(root, change, stages):
    assert touched(root, change) == stages


def test_a_stage_depends_on_those_it_imports_from(root):
    path = root / "solutions" / "fitting" / "cases.py"
    text = "from ..factor import reference as right\n" + path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert touched(root, more("solutions/factor/reference.py")) == {"factor", "fitting"}
    (root / "solutions" / "factor" / "extra.py").write_text(
        "from .. import basis\n", encoding="utf-8"
    )
    assert touched(root, more("solutions/basis/reference.py")) == ALL


@pytest.mark.parametrize("how", [{"seed": 21}, {"isolation": "confined"}], ids=str)
def test_seed_and_isolation_touch_all(root, how):
    assert touched(root, lambda _: None, **how) == ALL


@pytest.mark.parametrize("module", ["platform.python_version", "numpy.__version__"])
def test_versions_touch_all(root, monkeypatch, module):
    new = "9.9" if module.endswith("__") else lambda: "9.9"
    assert touched(root, lambda _: monkeypatch.setattr(module, new)) == ALL


@pytest.mark.parametrize(
    ("name", "stages"),
    [("diagnosis.py", ALL), ("worker/child/student.py", ALL), ("reports/html.py", set())],
)
def test_the_engine_counts_as_far_as_verdicts_depend_on_it(
    root, tmp_path, monkeypatch, name, stages
):
    engine = tmp_path / "engine"
    shutil.copytree(fingerprint.ENGINE, engine, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprint, "ENGINE", engine)
    with open(engine / name, "a", encoding="utf-8") as file:
        before = verdicts(read_course(root), 20, "strong")
        file.write("# more\n")
    after = verdicts(read_course(root), 20, "strong")
    assert {stage for stage in before if before[stage] != after[stage]} == stages


@pytest.mark.parametrize(
    ("one", "other"),
    [(["ab", "c"], ["a", "bc"]), (["a"], ["a", ""]), ([], [""]), (["a", "b"], ["b", "a"])],
)
def test_where_one_part_ends_counts(one, other):
    assert digest(one) != digest(other)
    assert digest(one) == digest([part.encode() for part in one])


def test_a_file_that_students_are_given_touches_its_stage(root):
    edit("course.yml", "title: Columns", "files: [tables.csv]\n    title: Columns")(root)
    more("assignments/basis/tables.csv")(root)
    assert touched(root, more("assignments/basis/tables.csv")) == {"basis"}
