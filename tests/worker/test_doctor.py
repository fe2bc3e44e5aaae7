from __future__ import annotations

import io
from typing import Any

import pytest

from autograder import doctor
from autograder.worker import Launcher


@pytest.fixture(scope="module")
def found() -> doctor.Examination:
    return doctor.examine()


def test_the_level_is_the_one_that_a_grader_gets(found: doctor.Examination) -> None:
    with Launcher() as launcher:
        assert found.level == launcher.level


def test_every_attempt_works_unprotected_so_that_it_means_something(
    found: doctor.Examination,
) -> None:
    assert [attempt.name for attempt in found.attempts if attempt.state == "untestable"] == []


def test_holes_are_only_those_of_the_level(found: doctor.Examination) -> None:
    holes = [attempt.name for attempt in found.attempts if attempt.state == "hole"]
    if found.level == "strong":
        assert holes == []
    if found.level == "confined":
        assert holes in ([], ["learn the size of a hidden file"])


def test_versions_are_named(found: doctor.Examination) -> None:
    assert {"Python", "numpy", "nbgrader"} <= set(found.versions)


@pytest.mark.parametrize(("level", "status"), [("strong", 0), ("confined", 0), ("limits", 1)])
def test_the_page_says_what_the_level_means(
    monkeypatch: pytest.MonkeyPatch, level: Any, status: int
) -> None:
    examination = doctor.Examination(
        versions={"Python": "3.11"},
        layers=(doctor.Layer("bubblewrap", "absent", "apt install bubblewrap"),),
        attempts=(doctor.Layer("read a hidden file", "hole"),),
        level=level,
    )
    monkeypatch.setattr(doctor, "examine", lambda: examination)
    page = io.StringIO()
    assert doctor.run(page) == status
    assert "apt install bubblewrap" in page.getvalue()
    assert "hole       read a hidden file" in page.getvalue()
    assert ("marks can be given" in page.getvalue()) == (status == 0)
