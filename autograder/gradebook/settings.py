"""nbgrader's configuration as its own commands would read it, for a run without them."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from nbgrader.apps.baseapp import NbGrader
from nbgrader.utils import chdir

from autograder.errors import UsageError

FILE = "nbgrader_config.py"


def read_settings(root: Path) -> Any:
    """An nbgrader application with the course's configuration and the user's own.

    Its `config` and `coursedir` are what nbgrader's commands would have in the course's folder.

    Raises:
        UsageError: the course has no nbgrader_config.py.
    """
    if not (root / FILE).is_file():
        raise UsageError(f"{root}: no {FILE} here, so there is no gradebook to write to")
    app = NbGrader(log_level=logging.ERROR)
    with chdir(str(root)):
        app.initialize([], root=str(root))
    return app
