"""`autograder gradescope`: the zip that Gradescope wants, and what runs there for a submission.

The zip holds setup.sh and run_autograder, the engine's sources and the course with its solutions.
Its scripts keep to the service's folders, or to those below AUTOGRADER_BASE; AUTOGRADER_PYTHON may
name a Python that has all that is needed.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from autograder.course import Course
from autograder.course_file import find_course, read_course
from autograder.errors import HarnessError, IsolationError
from autograder.grading import Grader
from autograder.limits import Isolation
from autograder.reports.gradescope import render
from autograder.submission import escaped
from autograder.words import speaking

ENGINE = Path(__file__).parents[1]
NEEDED = ("numpy", "pyyaml", "fastjsonschema")
LEFT_OUT = {"__pycache__", ".pytest_cache", ".ipynb_checkpoints", "selftest", "gradebook"}
MADE = (2020, 1, 1, 0, 0, 0)  # the same files make the same zip

SETUP = """\
#!/usr/bin/env bash
# Run once, when the service builds its image: a Python with what the grader needs.
set -euo pipefail
base="${{AUTOGRADER_BASE:-/autograder}}"
python="${{AUTOGRADER_PYTHON:-}}"
if [ -z "$python" ]; then
    if command -v apt-get >/dev/null; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update
        apt-get install -y bubblewrap || true
        apt-get install -y python3 python3-venv
        apt-get install -y python3.11 python3.11-venv || true
    fi
    for found in python3.13 python3.12 python3.11 python3; do
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        "$found" -m venv "$base/source/venv"
        break
    done
    python="$base/source/venv/bin/python"
    "$python" -m pip install --no-input {needed}
fi
printf '%s\\n' "$python" >"$base/source/python.path"
PYTHONPATH="$base/source/engine" "$python" -m autograder doctor || true
"""

RUN = """\
#!/usr/bin/env bash
# Run for each submission; without a results.json the service gives no mark.
set -euo pipefail
base="${{AUTOGRADER_BASE:-/autograder}}"
mkdir -p "$base/results"
rm -f "$base/results/results.json"
export PYTHONPATH="$base/source/engine"
exec "$(cat "$base/source/python.path")" -m autograder gradescope --assignment {stage} \\
    --course "$base/source/course" --isolation {isolation} \\
    --submission "$base/submission" --results "$base/results/results.json"
"""


def make(root: Path | None, stage: str, out: Path, isolation: Isolation) -> int:
    """Writes the zip to `out`; returns the exit status.

    Raises:
        CourseError, UsageError: the author or the caller must change something.
    """
    course = read_course(find_course(root))
    points = course.stage(stage).max_points
    needed = " ".join(f"{name}=={version(name)}" for name in NEEDED)
    scripts = {
        "setup.sh": SETUP.format(needed=needed),
        "run_autograder": RUN.format(stage=stage, isolation=isolation),
    }
    draft = out.with_name(f".{out.name}.{os.getpid()}")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in scripts.items():
            _add(archive, name, text.encode("utf-8"), 0o755)
        for name, path in _contents(course, stage):
            _add(archive, name, path.read_bytes(), 0o644)
    draft.replace(out)
    sys.stdout.write(f"wrote {out}: make the assignment's autograder points {points:g}\n")
    return 0


def grade(
    root: Path | None, stage_name: str, submission: Path, results: Path, isolation: Isolation
) -> int:
    """Grades what was uploaded to `submission`; returns the exit status.

    Raises:
        CourseError, UsageError: the author or the caller must change something.
        HarnessError: the mark is withheld; no results are written.
    """
    course = read_course(find_course(root))
    stage = course.stage(stage_name)
    with Grader(course, isolation) as grader:
        if grader.isolation == "limits" and isolation != "limits":
            raise IsolationError(
                "no isolation holds here, so marks could be forged; to grade all the same, make "
                "the zip with --isolation limits"
            )
        result = grader.grade_stage(stage.name, _uploaded(submission, stage.file, stage.name))
    if result.points is None:
        raise HarnessError(f"mark withheld: {result.error}")
    draft = results.with_name(f".{results.name}.{os.getpid()}")
    with speaking(course.words):
        draft.write_text(render(stage, result), encoding="utf-8")
    draft.replace(results)
    return 0


def _uploaded(folder: Path, file: str, stage: str) -> Path:
    """The folder in what was uploaded that holds the stage's file, where that is certain."""
    for place in (folder, folder / stage):
        if (place / file).is_file():
            return place
    found = sorted({p.parent for p in folder.rglob(file) if "__MACOSX" not in p.parts})
    if len(found) > 1:
        names = ", ".join(escaped(str(place.relative_to(folder))) for place in found)
        sys.stderr.write(f"{file} is there more than once, none is taken: {names}\n")
    return found[0] if len(found) == 1 else folder


def _contents(course: Course, stage: str) -> Iterator[tuple[str, Path]]:
    """Name in the zip and file, by name."""
    for path in _files(ENGINE):
        yield f"engine/autograder/{path.relative_to(ENGINE).as_posix()}", path
    yield "course/course.yml", course.root / "course.yml"
    for folder in (course.root / "solutions", course.root / "assignments" / stage):
        for path in _files(folder):
            yield f"course/{path.relative_to(course.root).as_posix()}", path


def _files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(p for p in found if not set(p.relative_to(folder).parts) & LEFT_OUT)


def _add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int) -> None:
    entry = zipfile.ZipInfo(name, MADE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100000 | mode) << 16
    archive.writestr(entry, content)
