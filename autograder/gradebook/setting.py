"""The part of `nbgrader_config.py` that follows from the course."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

from nbgrader.apps import api, autogradeapp
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import SaveCells

from autograder.course import read_course
from autograder.errors import CourseError
from autograder.gradebook.converter import StageAutograde
from autograder.gradebook.moved import StageCells


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
    config.Autograde.exclude_overwriting = {
        stage.name: [stage.file, "exercises.yml"] for stage in course.stages.values()
    }
    steps = GenerateAssignment.class_traits()["preprocessors"].default()
    config.GenerateAssignment.preprocessors = [
        StageCells if step is SaveCells else step for step in steps
    ]
    # nbgrader's own way with SQLAlchemy, harmless and three times on stderr in every run.
    warnings.filterwarnings("ignore", "Object of type <Submitted", module=r"nbgrader\.api")
    # nbgrader has no setting for its converter: the command and formgrader look it up here.
    autogradeapp.Autograde = StageAutograde
    api.Autograde = StageAutograde
