"""Killed at any instant, a run goes on where it was; what was there before is as it was."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

STUDENTS = 8
PATIENCE_S = 120


@pytest.fixture
def grade(small, root, tmp_path):
    """Starts `autograder grade` on a tree of students, results kept beside it."""
    for number in range(STUDENTS):
        folder = tmp_path / "submitted" / f"student{number}" / "basis"
        shutil.copytree(small / "submissions" / "right" / "basis", folder)
        with open(folder / "basis.py", "a", encoding="utf-8") as file:
            file.write(f"# {number}\n")

    def start():
        command = [sys.executable, "-m", "autograder", "grade", "submitted", "--course", str(small)]
        command += ["--cache", "kept", "--json", "report.json", "--html", "pages", "--jobs", "2"]
        return subprocess.Popen(
            command,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_run_goes_on_where_it_was(grade, tmp_path, end):
    report = tmp_path / "report.json"
    report.write_text("old", encoding="utf-8")
    run = grade()
    until = time.monotonic() + PATIENCE_S
    while len(kept := entries(tmp_path)) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    run.send_signal(end)
    _, told = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == (-signal.SIGKILL if end is signal.SIGKILL else 130), told
    assert "Traceback" not in told
    assert report.read_text(encoding="utf-8") == "old"

    times = {path: path.stat().st_mtime_ns for path in kept}
    again = grade()
    _, told = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 1, told  # of three stages one was handed in
    assert f" of {STUDENTS} unchanged since " in told
    assert {path: path.stat().st_mtime_ns for path in kept} == times
    assert report.read_text(encoding="utf-8").count('"student": ') == STUDENTS
    assert len(list((tmp_path / "pages").glob("student*.html"))) == STUDENTS


def entries(folder):
    return [path for path in folder.glob("kept/*/*/*") if not path.suffix]
