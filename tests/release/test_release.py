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
    assert "skores: no such stage; stages: shapes, scores" in capsys.readouterr().err


def test_the_how_to_has_three_lines_for_three_systems(tmp_path):
    release(tmp_path, "scores")
    with zipfile.ZipFile(tmp_path / "scores.zip") as made:
        text = made.read("scores/README.txt").decode("ascii")
    assert [line[:3] for line in text.splitlines()] == ["1. ", "2. ", "3. "]
    (wheel,) = tmp_path.glob("*.whl")
    assert f"env/bin/python -m pip install {wheel.name}" in text
    assert f"env\\Scripts\\python -m pip install {wheel.name}" in text


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
    unfilled = run([sys.executable, "-m", "autograder", "check", "scores"], home, env, status=1)
    assert "0 of 7 points" in unfilled
    (home / "scores" / "scores.py").write_bytes(FILLED.read_bytes())
    filled = run([sys.executable, "-m", "autograder", "check", "scores"], home, env)
    assert "7 of 7 points" in filled
    tested = run([sys.executable, "-m", "pytest", "-q", "scores"], home, env)
    assert "2 passed" in tested


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
