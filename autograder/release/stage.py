"""One stage as a zip: stub, notebook, exercises, public examples and tests, and how to begin."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Course, Stage
from autograder.errors import Complaint, CourseError
from autograder.public import FILE
from autograder.release.zipped import write_zip

HOW_TO = """\
1. Once. You need Python 3.11 or newer. Open a terminal in the folder that
   holds this one, {stage}, and beside it
   {wheel}.

   macOS, Linux:
     python3 -m venv env
     env/bin/python -m pip install {wheel}
     env/bin/python -m pip install pytest jupyterlab

   Windows:
     py -m venv env
     env\\Scripts\\python -m pip install {wheel}
     env\\Scripts\\python -m pip install pytest jupyterlab

2. Fill in {stage}.py and exercises.yml, and try them from that folder.
   `check` shows what is right; with --watch behind it, again whenever you save.
   `explain` lists what is asked, and tells of one object named instead of
   {stage}; `pytest` is `check` as tests, and `jupyterlab`
   opens the notebook.

   macOS, Linux:
     env/bin/python -m autograder check {stage}
     env/bin/python -m autograder explain {stage}
     env/bin/python -m pytest {stage}
     env/bin/python -m jupyterlab {stage}/{stage}.ipynb

   Windows:
     env\\Scripts\\python -m autograder check {stage}
     env\\Scripts\\python -m autograder explain {stage}
     env\\Scripts\\python -m pytest {stage}
     env\\Scripts\\python -m jupyterlab {stage}\\{stage}.ipynb

3. Hand in {stage}.py, exercises.yml and {stage}.ipynb
   under these names; nothing else is graded.
"""


def released_files(stage: Stage) -> tuple[str, ...]:
    """Names of the files of a stage's folder that are released, and no others."""
    own = (stage.file, f"{stage.name}.ipynb", "exercises.yml", FILE, f"test_{stage.name}.py")
    return (*own, *stage.files)


def write_stage(course: Course, stage: Stage, out: Path, wheel: str) -> Path:
    """The stage's zip in `out`; the same course gives the same bytes.

    Args:
        course: the course.
        stage: the stage.
        out: where the zip goes.
        wheel: file name of the wheel that lies beside it.

    Raises:
        CourseError: a file that students need is not there.
    """
    folder = course.root / "assignments" / stage.name
    names = released_files(stage)
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        said = f"missing for a release: {', '.join(missing)} (`autograder record`, `notebooks`)"
        raise CourseError(folder, [Complaint(1, said)])
    contents = {f"{stage.name}/{name}": (folder / name).read_bytes() for name in names}
    how_to = HOW_TO.format(stage=stage.name, wheel=wheel)
    contents[f"{stage.name}/README.txt"] = how_to.encode("utf-8")
    path = out / f"{stage.name}.zip"
    write_zip(path, contents)
    return path
