"""What README.md shows is what its commands print."""

import re
import shlex
from pathlib import Path

import pytest

from autograder.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name):
    found = re.search(rf"<!-- {name} -->\n```\n(.*?)\n```", README, re.S)
    assert found, f"README has no block {name}"
    return found.group(1)


@pytest.fixture
def printed(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")

    def run(*argv):
        assert main([*argv, "--course", str(ROOT)]) == 1
        return capsys.readouterr().out

    return run


def test_the_first_screen_shows_both_commands():
    first = README.splitlines()[:60]
    assert any("make demo" in line for line in first)
    assert any("make test" in line for line in first)


def test_the_demo_prints_what_is_shown(printed):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    command = re.search(r"autograder (grade tests/submissions/demo[^<$]*)", makefile).group(1)
    out = printed(*shlex.split(command))
    shown, got = block("demo"), out.rstrip()
    level = re.compile(r"isolation: \w+")
    assert level.sub("", got) == level.sub("", shown)


def test_the_verdict_is_the_one_shown(printed):
    command, *lines = block("verdict").splitlines()
    out = printed(*shlex.split(command)[2:])
    assert "\n".join(lines).strip("…\n") in out
