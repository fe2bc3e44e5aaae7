"""What nbgrader is told of a course: its folders, its cells, and our grader in place of its own."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

from nbgrader import preprocessors
from nbgrader.apps import api, autogradeapp
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import SaveCells

from autograder.course_file import read_course
from autograder.errors import CourseError
from autograder.gradebook.converter import StageAutograde
from autograder.gradebook.exchange import ReleaseFeedback
from autograder.gradebook.moved import StageCells
from autograder.gradebook.verdicts import CheckOnce, DrawVerdicts, SaveVerdicts
from autograder.lesson import ANSWER_STUB

NOT_FOR_STUDENTS = [
    "lesson.md",
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    ".pytest_cache",
    "feedback",
    ".DS_Store",
    "*~",
]
"""What lies in a stage's folder and is not released, besides nbgrader's own list."""


def apply(config: Any, root: Path) -> None:
    """Fill in what follows from `root`'s course.yml and make nbgrader grade with our grader.

    Leaves with exit status 2 where the course cannot be read: nbgrader would only warn, go on
    without its configuration and run the students' code itself.
    """
    try:
        course = read_course(root)
    except CourseError as error:
        print(error, file=sys.stderr)  # noqa: T201 - there is no log yet
        raise SystemExit(2) from None
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.source_directory = "assignments"
    config.CourseDirectory.ignore = NOT_FOR_STUDENTS
    config.ClearSolutions.text_stub = ANSWER_STUB
    config.ExchangeFactory.release_feedback = ReleaseFeedback
    config.Autograde.exclude_overwriting = {
        stage.name: [stage.file, "exercises.yml"] for stage in course.stages.values()
    }
    steps = GenerateAssignment.class_traits()["preprocessors"].default()
    config.GenerateAssignment.preprocessors = [
        StageCells if step is SaveCells else step for step in steps
    ]
    config.OverwriteCells.add_missing_cells = True
    config.Autograde.sanitize_preprocessors = [
        preprocessors.ClearOutput,
        preprocessors.DeduplicateIds,
        preprocessors.OverwriteKernelspec,
        preprocessors.OverwriteCells,
        CheckOnce,
    ]
    config.Autograde.autograde_preprocessors = [
        DrawVerdicts,
        preprocessors.LimitOutput,
        SaveVerdicts,
        preprocessors.AssignLatePenalties,
        CheckOnce,
    ]
    # nbgrader's own way with SQLAlchemy, harmless and three times on stderr in every run.
    warnings.filterwarnings("ignore", "Object of type <Submitted", module=r"nbgrader\.api")
    # nbgrader has no setting for its converter: the command and formgrader look it up here.
    autogradeapp.Autograde = StageAutograde
    api.Autograde = StageAutograde
