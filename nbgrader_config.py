"""nbgrader's configuration for this course; all commands are run in this folder.

Marks come from the isolated grader (`autograder grade`), never from a student's kernel or notebook.
"""

import os
from pathlib import Path

try:
    from autograder.gradebook import setting
except ImportError as error:
    # nbgrader would only warn, go on without this file and run the students' code itself.
    raise SystemExit(
        f"{__file__}: {error}; run nbgrader from the environment that `make test` sets up: "
        ".venv/bin/nbgrader"
    ) from None

c = get_config()  # noqa: F821 - nbgrader puts it here
here = Path(__file__).resolve().parent

# All that follows from the course, and the grader in the place of nbgrader's own.
setting.apply(c, here)

c.CourseDirectory.course_id = os.environ.get("NBGRADER_COURSE", "course")
# The folder that instructors and students share; every account must be able to write to it.
c.Exchange.root = os.environ.get("NBGRADER_EXCHANGE", str(here / "exchange"))
