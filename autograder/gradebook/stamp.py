"""What was written for a submission, and from what: so that a second run knows what is done.

A stamp is written last, when database, notebook and page are in place; before anything of them is
touched it is taken away. So a run that is stopped anywhere leaves no stamp that lies. Stamps, and
the locks that keep two runs apart, lie in `.autograder/` beside the gradebook.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.cache import FOLDER
from autograder.fingerprint import ENGINE, digest, engine, files, named
from autograder.gradebook.plain_files import MAX_BYTES, plain_files, reached_plainly
from autograder.submission import read_file

try:
    import fcntl
except ImportError:  # no such locks on Windows, where nbgrader does not run either
    fcntl = None  # type: ignore[assignment]  # the one place that uses it asks

PAGES = ("gradebook", "reports")
"""Folders of the engine that pages depend on, beside what verdicts do."""


@dataclass(frozen=True)
class Stamp:
    """Digests of all that a submission's marks and pages depend on, and of what they became.

    Attributes:
        course: course.yml, solutions, the stage's own files, settings, engine and versions.
        handed_in: the submission's files.
        due: the stage's due date and the student's extension.
        marks: marks, comments and penalty in the gradebook.
        notebook: the autograded notebook.
        page: the feedback page.
    """

    course: str
    handed_in: str
    due: str
    marks: str
    notebook: str
    page: str


def read_stamp(root: Path, stage: str, student: str) -> Stamp | None:
    """The stamp of a submission; None where it was never finished."""
    try:
        return Stamp(**json.loads(_place(root, stage, student).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def remove_stamp(root: Path, stage: str, student: str) -> None:
    """From now on the submission counts as not finished."""
    _place(root, stage, student).unlink(missing_ok=True)


def write_stamp(root: Path, stage: str, student: str, stamp: Stamp) -> None:
    """The submission is finished."""
    place = _place(root, stage, student)
    draft = place.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(stamp)), encoding="utf-8")
    draft.replace(place)


@contextmanager
def only_one(root: Path, stage: str, student: str) -> Iterator[None]:
    """No other process is in this block for the same submission; waits until that is so."""
    place = _place(root, stage, student).with_suffix(".lock")
    place.parent.mkdir(parents=True, exist_ok=True)
    ignored = root / FOLDER / ".gitignore"
    if not ignored.exists():
        ignored.write_text("*\n", encoding="utf-8")
    with open(place, "wb") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def digest_file(path: Path) -> str:
    """A text for the file's content; empty where there is none."""
    try:
        return digest([path.read_bytes()])
    except OSError:
        return ""


def digest_submission(folder: Path) -> str:
    """A text for all plain files of a stage's folder, within the bounds in which they are taken."""
    if not reached_plainly(folder):
        return "link"
    return digest(_taken(folder, plain_files(folder)))


def digest_course(root: Path, stages: Iterable[str]) -> dict[str, str]:
    """By stage, a text for all on the course's side that its marks and pages depend on."""
    shared = [root / "course.yml", root / "nbgrader_config.py", *files(root / "solutions")]
    pages = [path for name in PAGES for path in files(ENGINE / name)]
    present = [path for path in shared if path.is_file()]
    base = digest([engine(), *named(root, present), *named(ENGINE, pages)])
    own = {stage: files(root / "assignments" / stage) for stage in stages}
    return {stage: digest([base, *named(root, paths)]) for stage, paths in own.items()}


def _taken(folder: Path, paths: Iterable[Path]) -> Iterator[str | bytes]:
    for path in paths:
        yield str(path.relative_to(folder))
        yield read_file(path.parent, path.name, MAX_BYTES).content or b""


def _place(root: Path, stage: str, student: str) -> Path:
    # A student's name may be as long as a file name can be, and no further letter would fit.
    name = digest([student])
    return root / FOLDER / stage / f"{name}.json"
