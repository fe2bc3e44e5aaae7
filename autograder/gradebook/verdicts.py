"""nbgrader preprocessors that draw the verdict into the cells and save the marks.

The marks come from the `Verdict` that `StageAutograde` hands over; a cell without one is an error,
since nbgrader would give it full marks.
"""

from __future__ import annotations

import re
from typing import Any

import nbformat
from nbgrader.preprocessors import CheckCellMetadata, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import is_grade, is_solution

from autograder.course import Question
from autograder.fingerprint import digest
from autograder.gradebook.converter import VERDICT, Verdict
from autograder.lesson import answer_id, grade_id
from autograder.reports.notebook import render_object, render_stage
from autograder.words import say


class DrawVerdicts(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader has no types
    """Gives each check cell its points and its drawn verdict, the first one the whole stage's."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook with results, and the rubric beside each question graded by hand."""
        verdict = verdict_of(resources)
        found = {grade_id(item.name): item for item in verdict.result.objects}
        graded = [cell for cell in nb.cells if is_grade(cell) and not is_solution(cell)]
        for place, cell in enumerate(graded):
            item = found[cell.metadata.nbgrader["grade_id"]]
            html = (
                render_stage(verdict.stage.objects, verdict.result)
                if place == 0
                else render_object(verdict.stage.objects, item)
            )
            cell.outputs = [_output(item.points, html)]
        rubrics = {answer_id(question): question for question in verdict.stage.questions}
        cells, nb.cells = nb.cells, []
        for cell in cells:
            question = rubrics.pop(cell.metadata.get("nbgrader", {}).get("grade_id"), None)
            nb.cells += [cell] if question is None else [_rubric(question), cell]
        return nb, resources


class SaveVerdicts(SaveAutoGrades):  # type: ignore[misc]  # nbgrader has no types
    """Saves the marks; where they are withheld, the cells wait for a person."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook unchanged, its marks in the gradebook."""
        self._withheld = verdict_of(resources).result.points is None
        if self._withheld:
            student = resources["nbgrader"]["student"]
            error = verdict_of(resources).result.error
            self.log.error("The marks of %s are withheld: %s", student, error)
        return super().preprocess(nb, resources)  # type: ignore[no-any-return]

    def _add_score(self, cell: Any, resources: Any) -> None:
        super()._add_score(cell, resources)
        if self._withheld and not is_solution(cell):
            name = cell.metadata["nbgrader"]["grade_id"]
            where = (self.notebook_id, self.assignment_id, self.student_id)
            grade = self.gradebook.find_grade(name, *where)
            grade.auto_score = None
            grade.needs_manual_grade = True
            self.gradebook.db.commit()


class CheckOnce(CheckCellMetadata):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's check of what cells say of themselves: the same in most notebooks of a class."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sound: set[str] = set()

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook unchanged; checked unless one that says the same was sound."""
        cells = [cell for cell in nb.cells if "nbgrader" in cell.metadata]
        key = digest([repr((cell.cell_type, cell.metadata.nbgrader)) for cell in cells])
        if key not in self._sound:
            super().preprocess(nb, resources)
            self._sound.add(key)
        return nb, resources


def verdict_of(resources: Any) -> Verdict:
    """The verdict on the notebook at hand.

    Raises:
        RuntimeError: nobody has graded: nbgrader must not go on, it would give full marks.
    """
    verdict = resources.get(VERDICT)
    if not isinstance(verdict, Verdict):
        raise RuntimeError("this notebook was not graded; is nbgrader_config.py the course's own?")
    return verdict


def _output(points: float, html: str) -> Any:
    # A plain float: nbgrader reads any text that is no number as full marks.
    data = {"text/plain": repr(float(points)), "text/html": html}
    made = {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}
    return nbformat.from_dict(made)


def _rubric(question: Question) -> Any:
    said = question.answer.strip() or question.rubric.strip()
    items = re.sub(rf"^(?={say('rubric.item')})", "- ", said, flags=re.M)
    cell = nbformat.v4.new_markdown_cell(f"**{say('rubric')}**\n\n{items}")
    cell["id"] = answer_id(question).removesuffix("answer") + "rubric"
    return cell
