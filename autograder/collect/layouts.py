"""What downloads and renamed files look like: patterns as data, no logic.

A layout's pattern is put to paths inside the download, written with `/`. Its groups: `name` whose
it is, `number` the platform's number for that person, `late`, `time`, and `file`, the path that
the student gave.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """How one platform names what it lets instructors download.

    Attributes:
        platform: its name, for the report.
        pattern: what a path looks like, from the download's top folder on.
        is_number_lasting: whether the number stays a person's over all assignments.
    """

    platform: str
    pattern: re.Pattern[str]
    is_number_lasting: bool = True


LAYOUTS = (
    # Moodle counts participants anew in every assignment; "download in folders" on or off.
    Layout(
        "Moodle",
        re.compile(
            r"(?P<name>[^/]+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?/?(?P<file>.+)"
        ),
        is_number_lasting=False,
    ),
    Layout("Gradescope", re.compile(r"(?P<number>submission_\d+)/(?P<file>.+)")),
    # Canvas: sortable name run together, LATE, the user's number, the file's number.
    Layout(
        "Canvas",
        re.compile(r"(?P<name>\w+?)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>[^/]+(?:/.+)?)"),
    ),
    Layout(
        "Canvas (anonymous)",
        re.compile(r"(?P<late>LATE_)?(?P<name>anon_[A-Za-z0-9]+)_\d+_(?P<file>[^/]+(?:/.+)?)"),
    ),
    # The example of nbgrader's zip_collect, as Blackboard writes it; its .txt tells of the upload.
    Layout(
        "Blackboard",
        re.compile(
            r"[^/]+?_(?P<name>[^/_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})"
            r"(?:_(?P<file>[^/]+(?:/.+)?)|\.txt)"
        ),
    ),
)
PLAIN = "folders"
ZIP_COLLECT = ("archive", "extracted")
"""Folders of nbgrader's zip_collect under `downloaded/<stage>/`; the first that is there counts."""

SUBMITTED = "submitted"
"""nbgrader's folder around the students'."""

METADATA = "submission_metadata.yml"
"""Beside Gradescope's submission folders: who they are of."""

IGNORED = re.compile(
    r"__MACOSX|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__pycache__|\.ipynb_checkpoints|\.git"
    r"|\.pytest_cache|\.autograder-progress\.json|.*\.pyc|.*~"
)
"""Names that systems and tools leave behind."""

TAKEN_ALONG = frozenset(
    {"lesson.md", "public.json", "README.txt", "timestamp.txt", "submission_secret.txt"}
)
"""Names of a stage's own further files, and of nbgrader's; not worth a word when they come back."""

ZIPPED = (".zip",)
OTHER_ARCHIVES = (".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")

COPY_MARKS = tuple(
    re.compile(pattern)
    for pattern in (
        r" ?\(\d+\)$",  # browsers
        r"-\d+$",  # Canvas, for each further attempt
        r"_\d+$",
        r"[ _-]+copy(?:[ _-]?\d+)?$",  # macOS, Windows, JupyterLab
        r"^copy of ",
    )
)
"""What systems add to the name of a copy; put to a name without its extension, in lower case."""

KINDS = {
    ".py": "code",
    ".py.txt": "code",
    ".ipynb": "notebook",
    ".ipynb.txt": "notebook",
    ".ipynb.json": "notebook",
    ".yml": "answers",
    ".yaml": "answers",
    ".yml.txt": "answers",
    ".yaml.txt": "answers",
}
"""What a file is by its extension; browsers and mail programs put their own behind it."""

ROSTER_COLUMNS = {
    "student": ("student_id", "sis login id", "username", "id number", "sid", "email address"),
    "name": ("full name", "name", "student"),
    "number": ("identifier", "id"),
    "email": ("email address", "email"),
    "sid": ("sid", "id number", "sis user id"),
}
"""Columns of a list of students: of one's own, and as Moodle, Canvas and Gradescope export them.

`student`, what nbgrader is to call a person, is the first column of these that the list has.
"""
