"""No release holds anything hidden: nbgrader's, the zips, the wheel.

What is searched for: every line of the code in `solutions/`, every answer of its answer keys, and
the seed. What is not:

- `public.py`, the examples that students get;
- a line of fewer than 20 characters, an import, or a single name in quotes: it says nothing;
- a line that stands in a stub or a lesson: it is public;
- the few lines of `COMMON`, which engine and solutions share by chance;
- the bare value of an answer of fewer than 5 digits ("8" stands everywhere), where its key is not
  beside it, or one that stands in a lesson or among the recorded public examples.
"""

from __future__ import annotations

import functools
import json
import math
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from autograder.cli import main

ROOT = Path(__file__).resolve().parents[2]
STAGES = yaml.safe_load((ROOT / "course.yml").read_text(encoding="utf-8"))["stages"]
SHORTEST_LINE, SHORTEST_VALUE = 20, 5
COMMON = {
    "@dataclass(frozen=True)",
    "@dataclass(frozen=True, eq=False)",
    "except ValueError:",
    'for made in getattr(value, "misconceptions", ())',
    'with np.errstate(all="ignore"):',
    "cause: the id in reports; the function's name by default.",
    "look: where to look, without giving the line away.",
}


def lines_of(text):
    return {" ".join(line.split()) for line in text.splitlines()}


def texts(name, content):
    """The text of a file; of a notebook the text of its cells too."""
    text = content.decode("utf-8")
    if name.endswith(".ipynb"):
        cells = json.loads(text)["cells"]
        text += "\n" + "\n".join("".join(cell["source"]) for cell in cells)
    return text


@functools.cache
def secret_lines():
    public = "\n".join(
        line
        for name in STAGES
        for file in (f"{name}.py", "lesson.md")
        for line in lines_of((ROOT / "assignments" / name / file).read_text(encoding="utf-8"))
    )
    found = set()
    for path in sorted((ROOT / "solutions").rglob("*.py")):
        if path.name != "public.py":
            found |= lines_of(path.read_text(encoding="utf-8"))
    return {
        line
        for line in found - COMMON
        if len(line) >= SHORTEST_LINE
        and not re.match(r"(from \S+ )?import ", line)
        and not re.fullmatch(r"\"\w+\",?", line)
        and line not in public
    }


def written(value):
    """The forms in which an answer might stand somewhere."""
    if isinstance(value, bool):
        return {str(value), str(value).lower()}
    if isinstance(value, list):
        inner = [str(item) for item in value]
        return {f"[{', '.join(inner)}]", f"[{','.join(inner)}]", f"({', '.join(inner)})"}
    return {str(value), repr(value)}


@functools.cache
def answers():
    """Key, and the forms of its answer."""
    return [
        (key, form)
        for path in sorted((ROOT / "solutions").glob("*/exercises.yml"))
        for key, value in yaml.safe_load(path.read_text(encoding="utf-8")).items()
        for form in sorted(written(value))
    ]


@functools.cache
def public_numbers():
    """Numbers in lessons and stubs, and among the recorded examples."""
    files = [
        ROOT / "assignments" / name / file
        for name in STAGES
        for file in (f"{name}.py", "lesson.md", "public.json")
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return {float(number) for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)}


def is_telling(form):
    digits = re.sub(r"\D", "", form)
    if len(digits) < SHORTEST_VALUE or not re.fullmatch(r"-?[\d.]+", form):
        return False
    return not any(math.isclose(float(form), n, rel_tol=1e-6) for n in public_numbers())


@functools.cache
def answer_patterns():
    beside = [
        rf"\b{re.escape(k)}[\"':= \t]{{1,6}}{re.escape(form)}(?![\w.])" for k, form in answers()
    ]
    bare = sorted({form for _, form in answers() if is_telling(form)})
    assert bare, "the rule above has made the search vain"
    return re.compile("|".join(beside + [rf"(?<![\w.]){re.escape(f)}(?![\w.])" for f in bare]))


@functools.cache
def seed_pattern():
    seed = (ROOT / "solutions" / "seed.txt").read_text(encoding="utf-8").strip()
    return re.compile(rf"(?<!\d){seed}(?!\d)")


def leaks(name, text, *, whole_lines=False):
    """What of the hidden things stands in a text."""
    lines = lines_of(text)
    joined = "\n".join(lines)
    found = secret_lines() & lines
    if not whole_lines:
        found = {line for line in secret_lines() if line in joined}
    found |= {match[0] for match in seed_pattern().finditer(text)}
    if not name.startswith("autograder/"):  # the engine has no keys of this course
        found |= {match[0] for match in answer_patterns().finditer(text)}
    return found


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    made = tmp_path_factory.mktemp("out")
    assert main(["release", "--course", str(ROOT), "--out", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def nbgraders(tmp_path_factory):
    """The release/ folder that nbgrader makes, of all stages."""
    root = tmp_path_factory.mktemp("course")
    for name in ("course.yml", "nbgrader_config.py"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "assignments", root / "assignments")
    config = PyFileConfigLoader("nbgrader_config.py", str(root)).load_config()
    config.CourseDirectory.db_url = f"sqlite:///{root}/gradebook.db"
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    with pytest.MonkeyPatch.context() as patch:
        # nbgrader looks for alembic on the PATH.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        patch.setenv("PATH", path)
        for stage in STAGES:
            made = api.generate_assignment(stage)
            assert made["success"], made["error"] + made["log"]
    return root / "release"


def test_the_search_finds_what_is_planted():
    reference = (ROOT / "solutions" / "scores" / "reference.py").read_text(encoding="utf-8")
    step = next(line for line in reference.splitlines() if "return scale(" in line)
    assert leaks("scores.py", f"def S(Q, K):\n{step}\n")
    assert leaks("exercises.yml", "raw_entry: -4\n")
    assert leaks("scores.ipynb", '"all_axes": [4, 5, 2]')
    assert leaks("lesson.md", "It takes 262144 multiplications.")
    assert leaks("README.txt", "seed 20261".replace("20261", seed_pattern().pattern[6:-6]))
    assert not leaks("scores.py", "import numpy as np\n\nreturn answer\n")


@pytest.mark.parametrize("stage", STAGES)
def test_a_zip_leaks_nothing(out, stage):
    with zipfile.ZipFile(out / f"{stage}.zip") as made:
        names = {name.removeprefix(f"{stage}/") for name in made.namelist()}
        for name in made.namelist():
            assert leaks(name, texts(name, made.read(name))) == set(), name
    expected = {f"{stage}.py", f"{stage}.ipynb", "exercises.yml", "public.json", "README.txt"}
    assert names == expected | {f"test_{stage}.py", *STAGES[stage].get("files", ())}


@pytest.mark.parametrize("stage", STAGES)
def test_nbgraders_release_leaks_nothing(nbgraders, stage):
    files = [path for path in (nbgraders / stage).rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {f"{stage}.py", f"{stage}.ipynb", "public.json"}
    for path in files:
        assert leaks(path.name, texts(path.name, path.read_bytes())) == set(), path


def test_the_wheel_leaks_nothing(out):
    (path,) = out.glob("*.whl")
    with zipfile.ZipFile(path) as made:
        for name in made.namelist():
            assert name.startswith(("autograder/", "first_incorrect-")), name
            assert leaks(name, texts("", made.read(name)), whole_lines=True) == set(), name
