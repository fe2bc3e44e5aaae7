"""Submissions labelled by their fault: each is graded once, and its label holds.

A bug report becomes a folder: `<course>/submissions/<id>/{label.yml, <stage>/<stage>.py}`. What a
label does not name may come out in any way.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from autograder.course_file import read_course
from autograder.pool import grade_all
from autograder.result import StageResult, SubmissionResult
from autograder.submission import Submission

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "courses" / "least_squares"
SUBMISSIONS = (
    (SMALL, SMALL / "submissions"),
    (ROOT, ROOT / "tests" / "submissions" / "faulty"),
    (ROOT, ROOT / "tests" / "submissions" / "sound"),
)
STATUSES = ("correct", "incorrect", "follows", "missing", "not_judged")


def read_label(folder: Path) -> dict[str, Any]:
    return yaml.safe_load((folder / "label.yml").read_text(encoding="utf-8"))


def labelled(*, faulty: bool) -> list[Any]:
    """Course, folder and stage of every labelled submission."""
    found = []
    for root, tree in SUBMISSIONS:
        for path in sorted(tree.glob("*/label.yml")):
            folder = path.parent
            label = read_label(folder)
            if ("stage" in label) != faulty:
                continue
            inside = sorted(item.name for item in folder.iterdir() if item.is_dir())
            for stage in [label["stage"]] if faulty else inside:
                case = (root, folder, stage)
                found.append(pytest.param(case, id=f"{folder.name}:{stage}"))
    return found


class Graded:
    """Results of the submissions that the selected tests ask for, graded on two cores."""

    def __init__(self, wanted: list[tuple[Path, Path, str]]) -> None:
        self._wanted = wanted
        self._coming: dict[Path, Iterator[SubmissionResult]] = {}
        self._results: dict[tuple[Path, str], SubmissionResult] = {}

    def stage(self, root: Path, folder: Path, stage: str) -> StageResult:
        """The result of one stage of one folder."""
        if root not in self._coming:
            self._coming[root] = grade_all(
                read_course(root), self._submissions(root), jobs=2, on_level=lambda _: None
            )
        key = (root, _name(folder))
        while key not in self._results:
            result = next(self._coming[root])
            self._results[root, result.student] = result
        return next(item for item in self._results[key].stages if item.name == stage)

    def _submissions(self, root: Path) -> list[Submission]:
        folders = {folder for course, folder, _ in self._wanted if course == root}
        return [Submission(_name(folder), folder) for folder in sorted(folders)]


def _name(folder: Path) -> str:
    return f"{folder.parent.name}/{folder.name}"


@pytest.fixture(scope="session")
def graded(request: pytest.FixtureRequest) -> Graded:
    items = [getattr(item, "callspec", None) for item in request.session.items]
    return Graded([item.params["case"] for item in items if item and "case" in item.params])


@pytest.mark.parametrize("case", labelled(faulty=True))
def test_a_faulty_submission(graded: Graded, case: tuple[Path, Path, str]) -> None:
    root, folder, stage = case
    label = read_label(folder)
    result = graded.stage(root, folder, stage)
    got = {item.name: str(item.status) for item in result.objects}
    due = {name: status for status in STATUSES for name in label.get(status) or ()}
    assert {name: got[name] for name in due} == due
    if "doubtful" in label:
        return
    assert result.first_incorrect == label["first_incorrect"]
    if "cause" in label:
        first = next(item for item in result.objects if item.name == label["first_incorrect"])
        assert first.cause == label["cause"]
    if label.get("error"):
        assert result.error


@pytest.mark.parametrize("case", labelled(faulty=False))
def test_a_sound_submission(graded: Graded, case: tuple[Path, Path, str]) -> None:
    root, folder, stage = case
    result = graded.stage(root, folder, stage)
    objects = [item for item in result.objects if not item.name.startswith("exercises.")]
    assert {item.name: item.message for item in objects if item.status != "correct"} == {}
    assert result.error is None
    assert result.first_incorrect is None
