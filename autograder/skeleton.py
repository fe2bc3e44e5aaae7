"""A new course: the files of `skeleton.md`, the page that explains them.

The page is the only source, so what it says and what an author begins with cannot drift apart.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from autograder.course_file import read_course
from autograder.errors import UsageError
from autograder.lesson import write_notebooks
from autograder.record import record_public
from autograder.seed import begin_round

PAGE = Path(__file__).with_name("skeleton.md")
_FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)
_TITLE = re.compile(r"^course: .*$", re.M)


def files() -> dict[str, str]:
    """The texts of a course's files by their paths, as the page shows them."""
    return dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))


def write_course(folder: Path) -> None:
    """Writes a small course that grades at once, titled as its folder.

    Args:
        folder: where; it must not be there yet, or be empty.

    Raises:
        UsageError: something is there already.
    """
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise UsageError(f"{folder} is there already; name a new folder")
    made = {**files(), "README.md": PAGE.read_text(encoding="utf-8")}
    title = json.dumps(folder.resolve().name, ensure_ascii=False)  # as YAML reads it too
    made["course.yml"] = _TITLE.sub(lambda _: f"course: {title}", made["course.yml"], count=1)
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    begin_round(folder)
    course = read_course(folder)
    record_public(course)
    write_notebooks(course)
