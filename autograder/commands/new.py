"""`autograder new`: a course to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.skeleton import write_course


def run(folder: Path) -> int:
    """Writes a small course and says what to do with it.

    Raises:
        UsageError: something is there already.
    """
    write_course(folder)
    sys.stdout.write(
        f"wrote a course of one stage to {folder}{'/' if folder.name else ''}\n"
        f"    cd {folder}\n"
        "    autograder grade submissions    # two samples, one of them faulty\n"
        "    autograder lint                 # what would be unfair or dead\n"
        "    autograder selftest             # how good the grading is\n"
        "README.md there explains every file.\n"
    )
    return 0
