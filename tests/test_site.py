"""The documentation: it builds without a warning, and the commands in it are run."""

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import asdict
from pathlib import Path

import pytest

from autograder import cli, skeleton
from autograder.course import Course, Tolerance
from autograder.course_file import SCHEMA, read_course
from autograder.limits import Limits

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RUN = [ROOT / "README.md", DOCS / "students.md", DOCS / "authors.md", skeleton.PAGE]
COMMAND = re.compile(r"^( {4}|\w*\$ )(?:\.venv/bin/)?(autograder .*?)(?: +#.*)?$", re.M)
INDENT = "    "
NAMES = {"N": "7", "shapes": "spread", "S": "mean"}
OPTIONAL = re.compile(r" \[[A-Z]+( …)?\]")


def commands(page, *prompts):
    """The arguments of every command on a page; of those after certain prompts alone."""
    found = COMMAND.findall(page.read_text(encoding="utf-8"))
    return [
        shlex.split(OPTIONAL.sub("", command))[1:]
        for prompt, command in found
        if prompt in (prompts or [prompt])
    ]


def test_the_site_builds_without_a_warning(tmp_path):
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(DOCS), str(tmp_path)]
    done = subprocess.run(build, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "first incorrect object" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_the_reference_of_course_yml_is_that_of_the_schema():
    path = DOCS / "course_reference.py"
    spec = importlib.util.spec_from_file_location("course_reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    said = "out of step with the schema; run python docs/course_reference.py"
    assert (DOCS / "course.md").read_text(encoding="utf-8") == module.page(), said


def test_the_defaults_told_are_those_in_force():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]

    def told(part):
        return {key: item["default"] for key, item in part["properties"].items()}

    assert told(schema["limits"]) == asdict(Limits())
    assert told(schema["tolerance"]) == asdict(Tolerance())


def test_a_course_that_says_no_more_than_it_must_has_the_defaults_told(tmp_path):
    calls = [{"call": "f(x)", "objects": {"o": {"points": 1}}}]
    text = json.dumps(
        {"course": "c", "version": "1", "stages": {"s": {"title": "t", "calls": calls}}}
    )
    (tmp_path / "course.yml").write_text(text)
    course = read_course(tmp_path)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert isinstance(course, Course)
    assert course.carried_forward == schema["properties"]["carried_forward"]["default"]
    assert course.evidence == schema["properties"]["feedback"]["properties"]["evidence"]["default"]
    (call,) = course.stages["s"].calls
    told = schema["definitions"]
    assert call.returns == told["call"]["properties"]["returns"]["default"]
    assert [*call.objects[0].check] == told["object"]["properties"]["check"]["default"]


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_command_shown_is_one_that_there_is(page):
    for command in commands(page):
        assert cli._parser().parse_args(command)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A course named spread, made as the pages say, with what they take as given."""
    above = tmp_path_factory.mktemp("home")
    skeleton.write_course(above / "spread")
    course = above / "spread"
    shutil.copytree(course / "submissions" / "right", course / "submitted" / "ada")
    with zipfile.ZipFile(course / "downloads.zip", "w") as made:
        made.write(course / "submissions/right/spread/spread.py", "ben/spread.py")
    return above


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_commands_shown_do_what_they_are_for(page, home, monkeypatch, capsys):
    """Those with output shown are held against it by other tests."""

    def ctrl_c(_watch):
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.commands.watch.Watch.changed", ctrl_c)
    ran = 0
    for command in commands(page, INDENT):
        if command == ["new", "spread"]:
            assert (home / "spread" / "README.md").exists()  # the fixture has run it
            continue
        folder = home / "spread"
        monkeypatch.chdir(folder / "assignments" / "spread" if command[0] == "check" else folder)
        arguments = [NAMES.get(word, word) for word in command if word != "scores"]
        assert cli.main(arguments) in (0, 1), capsys.readouterr().err
        ran += 1
    assert ran
