"""nbgrader's configuration for this course; all commands are run in this folder.

Marks come from the isolated grader (`autograder grade`), never from a student's kernel or notebook.
"""

import os
from pathlib import Path

from nbgrader import preprocessors

try:
    from autograder.gradebook import setting
    from autograder.gradebook.exchange import ReleaseFeedback
    from autograder.gradebook.verdicts import DrawVerdicts, SaveVerdicts
    from autograder.lesson import ANSWER_STUB
except ImportError as error:
    # nbgrader would only warn, go on without this file and run the students' code itself.
    raise SystemExit(
        f"{__file__}: {error}; run nbgrader from the environment that `make test` sets up: "
        ".venv/bin/nbgrader"
    ) from None

c = get_config()  # noqa: F821 - nbgrader puts it here
here = Path(__file__).resolve().parent

# Which files of a student survive autograding, and the grader in the place of nbgrader's own.
setting.apply(c, here)

c.CourseDirectory.course_id = os.environ.get("NBGRADER_COURSE", "course")
c.CourseDirectory.source_directory = "assignments"
# What lies in a stage's folder and is not for students, besides nbgrader's own list.
c.CourseDirectory.ignore = [
    "lesson.md",
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    ".pytest_cache",
    "feedback",
    ".DS_Store",
    "*~",
]
# The folder that instructors and students share; every account must be able to write to it.
c.Exchange.root = os.environ.get("NBGRADER_EXCHANGE", str(here / "exchange"))
c.ExchangeFactory.release_feedback = ReleaseFeedback

c.ClearSolutions.text_stub = ANSWER_STUB
c.OverwriteCells.add_missing_cells = True
c.Autograde.sanitize_preprocessors = [
    preprocessors.ClearOutput,
    preprocessors.DeduplicateIds,
    preprocessors.OverwriteKernelspec,
    preprocessors.OverwriteCells,
    preprocessors.CheckCellMetadata,
]
c.Autograde.autograde_preprocessors = [
    DrawVerdicts,
    preprocessors.LimitOutput,
    SaveVerdicts,
    preprocessors.AssignLatePenalties,
    preprocessors.CheckCellMetadata,
]
