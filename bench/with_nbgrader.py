"""nbgrader's own two commands, with a kernel for each student; and this grader in their place."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from bench.checks import FUNCTIONS, TIMES
from bench.hand_in import FAULTY, HERE, SOUND, hand_in
from bench.rivals import ROOT, Rival
from bench.spent import FailedError, Spent, each_beyond, run

BIN = Path(sys.executable).parent
MORE = 5
"""Students beyond the first whose share of a run is measured; a kernel takes its time."""

MORE_OF_OURS = 30


class Stock(Rival):
    """`nbgrader autograde` as it comes, with the functions in a notebook."""

    name = "nbgrader autograde"
    command = "autograde"

    def missing(self) -> str | None:
        """See `Rival.missing`."""
        return None if find_spec("nbgrader") else "nbgrader is not installed"

    def prepare(self) -> None:
        """Two courses, of one student and of more."""
        for count in (1, 1 + MORE):
            self._course(self.place / f"of{count}", count)

    def once(self) -> Spent:
        """See `Rival.once`."""
        spent = [self._spent(self.place / f"of{count}") for count in (1, 1 + MORE)]
        return each_beyond(*spent, MORE)

    def _spent(self, course: Path) -> Spent:
        return _nbgrader(course, self.command, "head", "--force")

    def _course(self, course: Path, count: int) -> None:
        shutil.rmtree(course, ignore_errors=True)
        notebook = _notebook()
        source = course / "source" / "head"
        source.mkdir(parents=True)
        nbformat.write(notebook, source / "head.ipynb")
        _nbgrader(course, "generate_assignment", "head", "--create")
        for number in range(count):
            handed_in = nbformat.read(course / "release" / "head" / "head.ipynb", 4)
            handed_in.cells[0].source = (SOUND, FAULTY)[number % 2].read_text()
            folder = course / "submitted" / f"student{number:05}" / "head"
            folder.mkdir(parents=True)
            nbformat.write(handed_in, folder / "head.ipynb")
        _nbgrader(course, "autograde", "head")
        _check_marks(course, [12.0, 6.0])


class StockFeedback(Stock):
    """`nbgrader generate_feedback` after that, in the same courses."""

    name = "nbgrader generate_feedback"
    command = "generate_feedback"

    def __init__(self, place: Path) -> None:
        super().__init__(place.with_name(Stock.__name__))

    def prepare(self) -> None:
        """`Stock` did."""


class Gradebook(Rival):
    """`autograder grade --gradebook`: marks, autograded notebooks and feedback pages."""

    name = "this grader, --gradebook"

    def missing(self) -> str | None:
        """See `Rival.missing`."""
        return None if find_spec("nbgrader") else "nbgrader is not installed"

    def prepare(self) -> None:
        """Two courses, of one student and of more."""
        for count in (1, 1 + MORE_OF_OURS):
            course = self.place / f"of{count}"
            shutil.rmtree(course, ignore_errors=True)
            shutil.copytree(HERE / "course", course)
            shutil.copy(ROOT / "nbgrader_config.py", course)
            hand_in(course / "submitted", count, notebook=True)
            _nbgrader(course, "generate_assignment", "head")
            self._spent(course)
            _check_marks(course, [12.0, 9.0])

    def once(self) -> Spent:
        """See `Rival.once`."""
        spent = [self._spent(self.place / f"of{count}") for count in (1, 1 + MORE_OF_OURS)]
        return each_beyond(*spent, MORE_OF_OURS)

    def _spent(self, course: Path) -> Spent:
        students = len(list((course / "submitted").iterdir()))
        command = [BIN / "autograder", "grade", "submitted", "--gradebook", "--force", "--fresh"]
        command += ["--jobs", "1", "--isolation", "strong", "--course", course]
        spent = run(command, course, status=min(students - 1, 1))[0]
        pages = len(list(course.glob("feedback/*/head/head.html")))
        if pages != students:
            raise FailedError(f"{pages} feedback pages of {students}")
        return spent


def _nbgrader(course: Path, *arguments: str) -> Spent:
    return run([BIN / "nbgrader", *arguments], course, {"PYTHONPATH": str(HERE)})[0]


def _check_marks(course: Path, due: list[float]) -> None:
    """Fail unless the first students have these marks in the gradebook."""
    query = (
        "select total(coalesce(grade.auto_score, 0)) from grade "
        "join submitted_notebook on submitted_notebook.id = grade.notebook_id "
        "join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id "
        "group by submitted_assignment.student_id order by submitted_assignment.student_id"
    )
    with sqlite3.connect(course / "gradebook.db") as database:
        marks = [mark for (mark,) in database.execute(query)]
    if marks[:2] != due[: len(marks)]:
        raise FailedError(f"{course.name}: marks {marks[:2]}, due are {due}")


def _notebook() -> nbformat.NotebookNode:
    """The small job as an nbgrader assignment: a cell to fill, and a cell of checks a function."""
    answer = new_code_cell("### BEGIN SOLUTION\n### END SOLUTION", metadata=_cell("answer", 0))
    cells = [answer]
    for name in FUNCTIONS:
        checks = "\n".join(f"check({name}, {k})" for k in range(TIMES))
        source = f"from checks import check\n{checks}"
        cells.append(new_code_cell(source, metadata=_cell(f"test_{name}", TIMES)))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _cell(grade_id: str, points: int) -> dict[str, object]:
    """nbgrader's metadata of a cell: one that is checked where it has points."""
    told = {"grade_id": grade_id, "schema_version": 3, "task": False}
    if points:
        told |= {"grade": True, "locked": True, "points": points, "solution": False}
    else:
        told |= {"grade": False, "locked": False, "solution": True}
    return {"nbgrader": told}
