"""What Windows lacks is not needed to import what students and graders run there."""

import subprocess
import sys

import pytest

ONLY_UNIX = ("fcntl", "grp", "pwd", "resource", "termios")

USED_EVERYWHERE = (
    "autograder.check",
    "autograder.cli",
    "autograder.commands.check",
    "autograder.commands.explain",
    "autograder.commands.grade",
    "autograder.commands.watch",
    "autograder.grading",
    "autograder.notebook",
    "autograder.testing",
    "autograder.worker.child.alone",
)


@pytest.mark.parametrize("module", USED_EVERYWHERE)
def test_it_is_imported_without_what_only_unix_has(module):
    hidden = f"import sys\nsys.modules.update(dict.fromkeys({ONLY_UNIX}))\nimport {module}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
