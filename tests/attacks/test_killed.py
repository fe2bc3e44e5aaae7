"""The grader ended at any instant, without disk, or twice at once: reports whole, nobody left."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pytest

from autograder.course import Course

from .conftest import HONEST
from .world import PACKAGE, descendants, end_below, settled, tally

STUDENTS = 6
"""More than are graded in one process."""

PATIENCE_S = 120.0
OLD = '{"old": "report"}\n'


@pytest.fixture(scope="module")
def submitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of students, of whom one hands in nothing right."""
    tree = tmp_path_factory.mktemp("submitted")
    for number in range(STUDENTS):
        shutil.copytree(HONEST / "scores", tree / f"student{number}" / "scores")
    (tree / "student2" / "scores" / "scores.py").write_text("def raw_scores(Q, K):\n    return Q\n")
    return tree


@dataclass
class Run:
    """A grader at work."""

    process: subprocess.Popen[bytes]
    said: TextIO

    def finished(self) -> tuple[int, str]:
        """Exit status and what was said on stderr."""
        self.process.wait(PATIENCE_S)
        self.said.seek(0)
        return self.process.returncode, self.said.read()

    def waits(self, seconds: float) -> bool:
        """Whether it still runs after so long."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return True
        return False


Start = Callable[..., Run]


@pytest.fixture
def start(
    course: Course,
    submitted: Path,
    tmp_path_factory: pytest.TempPathFactory,
    _orphans_come_here: None,
) -> Iterator[Start]:
    """Give a function that starts `autograder grade` on the tree; ended after the test."""
    before = set(descendants())
    made: list[Run] = []

    def run(report: Path, jobs: int = 2, **options: Any) -> Run:
        command = [sys.executable, "-m", "autograder", "grade", str(submitted)]
        command += ["--course", str(course.root), "--json", str(report), "--jobs", str(jobs)]
        command += ["--fresh"]  # so that each run has as much to do as the first
        # not a pipe: what is left running would keep it open
        said = (tmp_path_factory.mktemp("said") / "stderr").open("w+")
        process = subprocess.Popen(
            command,
            cwd=PACKAGE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            **options,
        )
        made.append(Run(process, said))
        return made[-1]

    yield run
    end_below(before)
    for each in made:
        each.process.wait()
        each.said.close()


def graded(path: Path) -> Any:
    """A report without its times."""
    document = json.loads(path.read_text(encoding="utf-8"))
    for submission in document["submissions"]:
        for stage in submission["stages"].values():
            del stage["seconds"]
    return document


@pytest.fixture(scope="module")
def due(course: Course, submitted: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The report of a run that nothing disturbs, and the seconds it takes."""
    report = tmp_path_factory.mktemp("due") / "report.json"
    command = [sys.executable, "-m", "autograder", "grade", str(submitted), "--jobs", "1"]
    command += ["--course", str(course.root), "--json", str(report), "--fresh"]
    began = time.monotonic()
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 1, done.stderr
    return graded(report), time.monotonic() - began


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_any_instant(start: Start, due: Any, tmp_path: Path, jobs: int) -> None:
    expected, whole_s = due
    report = tmp_path / "report.json"
    report.write_text(OLD)
    before = tally()
    for share in (0.1, 0.45, 0.6, 0.75, 0.95):
        run = start(report, jobs)
        if run.waits(share * whole_s):
            run.process.kill()
        status, _ = run.finished()
        left = settled(before, within_s=5.0)
        # Killed in its last moment, it may have put the new report in place: whole, or not at all.
        assert report.read_text() == OLD or graded(report) == expected
        if status != -signal.SIGKILL:
            assert report.read_text() != OLD
        report.write_text(OLD)
        assert left == {}, f"killed after {share:.0%}: processes are left"

    status, said = start(report, jobs).finished()
    assert (status, said) == (1, "")
    assert graded(report) == expected
    assert settled(before, within_s=5.0) == {}


def test_interrupted_it_says_so_and_leaves_nothing(start: Start, due: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(OLD)
    before = tally()
    run = start(report)
    run.waits(0.6 * due[1])
    run.process.send_signal(signal.SIGINT)
    status, said = run.finished()
    assert "Traceback" not in said
    assert report.read_text() == OLD or status == 1
    assert settled(before, within_s=5.0) == {}


def test_terminated_it_leaves_nothing(start: Start, due: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    report.write_text(OLD)
    before = tally()
    run = start(report)
    run.waits(0.6 * due[1])
    run.process.terminate()
    status, _ = run.finished()
    assert report.read_text() == OLD or status == 1
    assert settled(before, within_s=5.0) == {}


def test_one_of_its_processes_killed_changes_no_mark(
    start: Start, due: Any, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    run = start(report)
    until = time.monotonic() + PATIENCE_S
    while run.process.poll() is None and time.monotonic() < until:
        pool = [pid for pid, what in descendants().items() if "multiprocessing.spawn" in what]
        if len(pool) >= 2:
            time.sleep(0.2)
            os.kill(pool[0], signal.SIGKILL)
            break
        time.sleep(0.01)
    status, said = run.finished()
    assert status == 1, said
    assert graded(report) == due[0]


def test_two_at_once_do_not_disturb_each_other(start: Start, due: Any, tmp_path: Path) -> None:
    reports = [tmp_path / "one.json", tmp_path / "other.json", tmp_path / "other.json"]
    before = tally()
    runs = [start(report, jobs=1) for report in reports]
    assert [run.finished() for run in runs] == [(1, "")] * 3
    assert [graded(report) for report in reports] == [due[0]] * 3
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["one.json", "other.json"]
    assert settled(before, within_s=5.0) == {}


# Without disk


def check_refused(run: Run, report: Path) -> None:
    status, said = run.finished()
    assert status in (2, 3), f"status {status}: {said}"
    assert "Traceback" not in said
    assert report.name in said
    assert report.read_text() == OLD
    assert [entry.name for entry in report.parent.iterdir()] == [report.name]


def test_a_report_that_may_not_grow_leaves_the_old_one(start: Start, tmp_path: Path) -> None:
    report = tmp_path / "disk" / "report.json"
    report.parent.mkdir()
    report.write_text(OLD)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    check_refused(start(report, 1, preexec_fn=limit), report)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        pytest.skip(f"nothing can be mounted here: {error}")
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_leaves_the_old_report(start: Start, tiny_disk: Path) -> None:
    report = tiny_disk / "report.json"
    report.write_text(OLD)
    check_refused(start(report, 1), report)


@pytest.mark.parametrize(
    "place", ["report.json/x.json", "folder"], ids=["below a file", "a folder"]
)
def test_a_place_that_cannot_be_written_is_named(start: Start, tmp_path: Path, place: str) -> None:
    (tmp_path / "report.json").write_text(OLD)
    (tmp_path / "folder").mkdir()
    status, said = start(tmp_path / place, 1).finished()
    assert status in (2, 3), f"status {status}: {said}"
    assert "Traceback" not in said
    assert (tmp_path / "report.json").read_text() == OLD
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "report.json"]
