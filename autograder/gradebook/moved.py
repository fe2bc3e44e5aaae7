"""nbgrader's SaveCells for a course whose objects change after submissions came in.

nbgrader itself refuses then. With `--StageCells.keep_submissions=True` the cells of every
submission in the gradebook are brought in line first: marks and comments stay with the cells that
stay; those of cells that are gone go with them; new cells wait for autograding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nbgrader.api import Comment, Grade, MissingEntry
from nbgrader.preprocessors import SaveCells
from traitlets import Bool

from autograder.gradebook.transaction import as_one_commit


class StageCells(SaveCells):  # type: ignore[misc]  # nbgrader has no types
    """Saves the cells of a stage's notebook, also where submissions of it are there."""

    keep_submissions = Bool(
        False,
        help="Whether cells may come and go although there are submissions: these keep the marks "
        "and comments of all cells that stay.",
    ).tag(config=True)

    def _create_notebook(self, nb: Any) -> None:
        with as_one_commit(self.gradebook):
            if self.keep_submissions:
                self._bring_in_line()
            super()._create_notebook(nb)

    def _bring_in_line(self) -> None:
        try:
            notebook = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        except MissingEntry:
            return
        if not notebook.submissions:
            return
        where = (self.notebook_id, self.assignment_id)
        book = self.gradebook
        self._drop(notebook.grade_cells, self.new_grade_cells, "grades")
        self._drop(notebook.solution_cells, self.new_solution_cells, "comments")
        self._drop(notebook.source_cells, self.new_source_cells, None)
        for name in _new(self.new_grade_cells, notebook.grade_cells):
            cell = book.add_grade_cell(name, *where, **self.new_grade_cells[name])
            self.log.warning("New cell %s: every submission is to be graded again", name)
            book.db.add_all(Grade(cell_id=cell.id, notebook=of) for of in notebook.submissions)
        for name in _new(self.new_solution_cells, notebook.solution_cells):
            cell = book.add_solution_cell(name, *where, **self.new_solution_cells[name])
            book.db.add_all(Comment(cell_id=cell.id, notebook=of) for of in notebook.submissions)
        for name in _new(self.new_source_cells, notebook.source_cells):
            book.add_source_cell(name, *where, **self.new_source_cells[name])
        book.db.commit()

    def _drop(self, cells: Iterable[Any], kept: Iterable[str], rows: str | None) -> None:
        """Remove the cells that are not kept, with their marks or comments."""
        for cell in [cell for cell in cells if cell.name not in kept]:
            for row in list(getattr(cell, rows)) if rows else ():
                self.gradebook.db.delete(row)
            self.log.warning("Cell %s is gone, with its %s", cell.name, rows or "source")
            self.gradebook.db.delete(cell)
        self.gradebook.db.commit()


def _new(wanted: Iterable[str], cells: Iterable[Any]) -> list[str]:
    known = {cell.name for cell in cells}
    return [name for name in wanted if name not in known]
