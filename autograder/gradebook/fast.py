"""nbgrader's two conversions with everything that takes time to build built once.

`Notebooks` makes the autograded notebook and the marks of a submission that is graded already,
`Pages` its feedback page. Both write where their course directory says, into whatever transaction
is open; neither knows which submissions are due.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.writers import FilesWriter
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import temp_attrs

from autograder.course import Course
from autograder.gradebook.converter import StageAutograde
from autograder.gradebook.page import PartsOnce
from autograder.result import StageResult

OWN_TEMPLATES = {"HTMLExporter", "TemplateExporter"}
"""Where one of these is configured, pages may be of another template than nbgrader's."""


class Notebooks(StageAutograde):
    """`StageAutograde` one submission at a time, for results that are there already."""

    def __init__(self, course: Course, coursedir: Any, config: Any, log: Any) -> None:
        super().__init__(coursedir=coursedir, config=config, log=log)
        self._course = course
        _build(self, self.exporter_class)

    def put(self, student: str, result: StageResult) -> None:
        """Write the notebook and what goes with it, and the marks."""
        self._result = result
        _convert(self, student, result.name)

    def assign_penalty(self, student: str, stage: str) -> None:
        """Ask nbgrader's late-submission plugin again: marks given by hand may have changed."""
        if AssignLatePenalties not in self.autograde_preprocessors:
            return
        path = Path(self._format_source(stage, student), f"{stage}.ipynb")
        resources = self.init_single_notebook_resources(str(path))
        AssignLatePenalties(parent=self).preprocess(nbformat.v4.new_notebook(), resources)

    def _verdict(self, assignment_id: str, folder: Path) -> StageResult:  # noqa: ARG002 - given
        assert self._result is not None, "put() has it"
        return self._result


class Pages(GenerateFeedback):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's `GenerateFeedback` one submission at a time."""

    def __init__(self, coursedir: Any, config: Any, log: Any) -> None:
        super().__init__(coursedir=coursedir, config=config, log=log)
        may_differ = self.exporter_class is not HTMLExporter or OWN_TEMPLATES & {*config}
        _build(self, self.exporter_class if may_differ else PartsOnce)
        self._source = ""

    @property
    def _input_directory(self) -> str:
        return self._source

    def put(self, student: str, stage: str, source: str) -> None:
        """Write the feedback page, and beside it what nbgrader releases feedback by.

        Args:
            student: the student.
            stage: the stage.
            source: the directory in which the autograded notebook lies now.
        """
        self._source = source
        _convert(self, student, stage)


def _build(converter: Any, exporter_class: Any) -> None:
    """Once what a converter of nbgrader builds whenever it is started."""
    converter.writer = FilesWriter(parent=converter, config=converter.config)
    converter.exporter = exporter_class(parent=converter, config=converter.config)
    converter.exporter.optimistic_validation = True  # once, after the last step
    for preprocessor in converter.preprocessors:
        converter.exporter.register_preprocessor(preprocessor)


def _convert(converter: Any, student: str, stage: str) -> None:
    """What a converter of nbgrader does with each submission."""
    path = Path(converter._format_source(stage, student), f"{stage}.ipynb")
    converter.notebooks = [str(path)]
    with temp_attrs(converter.coursedir, assignment_id=stage, student_id=student):
        converter.run_pre_convert_hook()
        converter.init_assignment(stage, student)
        converter.convert_single_notebook(str(path))
        converter.set_permissions(stage, student)
        converter.run_post_convert_hook()
