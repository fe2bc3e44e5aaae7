"""The zips and the wheel: the same bytes again, and all that a student needs."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from autograder.cli import main

ROOT = Path(__file__).resolve().parents[2]
FILLED = ROOT / "tests" / "submissions" / "demo" / "ada" / "scores" / "scores.py"


def release(out, *stages, status=0):
    assert main(["release", *stages, "--course", str(ROOT), "--out", str(out)]) == status
    return {path.name: path.read_bytes() for path in out.iterdir()} if out.exists() else {}


def test_the_same_bytes_again(tmp_path):
    first = release(tmp_path / "one", "scores")
    assert first == release(tmp_path / "two", "scores")
    (wheel,) = set(first) - {"scores.zip"}
    assert wheel.endswith("-py3-none-any.whl")


def test_a_stage_that_is_none_is_said(tmp_path, capsys):
    release(tmp_path / "out", "skores", status=2)
    assert "skores: no such stage (did you mean scores?); stages: shapes, scores" in capsys.readouterr().err


def how_to(out, stage):
    with zipfile.ZipFile(out / f"{stage}.zip") as made:
        return made.read(f"{stage}/README.txt").decode("ascii")


def commands(text, system):
    """The lines to type, below each heading that names the system."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    return [line.strip() for head, *lines in blocks if system in head for line in lines]


def test_the_how_to_fits_a_terminal(tmp_path):
    release(tmp_path)
    stages = [path.stem for path in tmp_path.glob("*.zip")]
    assert len(stages) == 13
    for stage in stages:
        assert max(map(len, how_to(tmp_path, stage).splitlines())) <= 80, stage


def test_the_how_to_says_the_same_for_each_system(tmp_path):
    release(tmp_path, "scores")
    (wheel,) = tmp_path.glob("*.whl")
    unix = commands(how_to(tmp_path, "scores"), "Linux")
    assert unix == [
        "python3 -m venv env",
        f"env/bin/python -m pip install {wheel.name}",
        "env/bin/python -m pip install pytest jupyterlab",
        "env/bin/python -m autograder check scores",
        "env/bin/python -m autograder explain scores",
        "env/bin/python -m pytest scores",
        "env/bin/python -m jupyterlab scores/scores.ipynb",
    ]
    windows = [line.replace("env/bin", "env/Scripts").replace("/", "\\") for line in unix]
    windows[0] = "py -m venv env"
    assert commands(how_to(tmp_path, "scores"), "Windows") == windows


def test_a_student_needs_nothing_else(tmp_path):
    release(tmp_path, "scores")
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, wheel])
    assert {path.name for path in (site / "bin").iterdir()} == {"autograder"}
    home = tmp_path / "home"
    with zipfile.ZipFile(tmp_path / "scores.zip") as made:
        made.extractall(home)
    env = {"PYTHONPATH": str(site), "HOME": str(home)}
    check, explain, tests, _ = (
        [sys.executable, *line.split()[1:]]
        for line in commands(how_to(tmp_path, "scores"), "Linux")[3:]
    )
    assert "0 of 7 points" in run(check, home, env, status=1)
    assert "raw_scores" in run(explain, home, env)
    (home / "scores" / "scores.py").write_bytes(FILLED.read_bytes())
    assert "7 of 7 points" in run(check, home, env)
    assert "2 passed" in run(tests, home, env)


@pytest.mark.parametrize("stage", ["scores"])
def test_the_notebook_is_the_courses_own(tmp_path, stage):
    release(tmp_path, stage)
    with zipfile.ZipFile(tmp_path / f"{stage}.zip") as made:
        released = json.loads(made.read(f"{stage}/{stage}.ipynb"))
    assert released == json.loads((ROOT / "assignments" / stage / f"{stage}.ipynb").read_text())


def run(command, folder=None, env=None, status=0):
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout
