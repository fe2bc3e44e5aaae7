"""Hostile submissions, graded for real: nothing gained, nothing harmed.

Each folder beside this file is one attack: the files it hands in, and `attack.yml`:

    tries: what it tries, in a line
    kind: escape | tamper | lie | denial | output
    earns: objects that an honest reading of the contract credits all the same; none by default
    needs: strong, where only bubblewrap stops it
    machine: x86_64, where it uses that processor's numbers
    control: none, where it cannot be shown to work without a sandbox

An escape hands in the right answer where it has reached its goal, and none where not. So it must
earn nothing in the sandbox; and it must earn points without one, or the attempt shows nothing.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml

from autograder.course import Course
from autograder.grading import Grader

from .conftest import HONEST
from .world import (
    PACKAGE,
    Memory,
    Services,
    Target,
    check_reports,
    descendants,
    end_below,
    left_behind,
    settled,
    tally,
    target,
    tree,
    watchdog,
)

FOLDER = Path(__file__).parent
KINDS = ("escape", "tamper", "lie", "denial", "output")
ENDLESS = ("denial", "tamper")
"""Kinds that may run until a limit ends them; they are graded with `SHORT` limits."""

SHORT = {"call_cpu_s": 0.3, "call_wall_s": 0.5, "stage_cpu_s": 1.2, "stage_wall_s": 1.5}
MEMORY_MB = 192
GRADER_CPU_S = 4.0
GRADER_WALL_S = 15.0
GRADER_MB = 700


@dataclass(frozen=True)
class Attack:
    """One folder."""

    name: str
    stage: str
    tries: str
    kind: str
    earns: tuple[str, ...] = ()
    needs: str = ""
    machine: str = ""
    control: str = ""

    @property
    def folder(self) -> Path:
        return FOLDER / self.name


def read_attacks() -> list[Attack]:
    """Every attack, by name."""
    found = []
    for file in sorted(FOLDER.glob("*/attack.yml")):
        facts = yaml.safe_load(file.read_text(encoding="utf-8"))
        (stage,) = (path.name for path in file.parent.iterdir() if path.is_dir())
        facts["earns"] = tuple(facts.get("earns", ()))
        found.append(Attack(file.parent.name, stage, **facts))
    return found


ATTACKS = read_attacks()


def hand_in(attack: Attack, aim: Target, services: Services, course: Course, to: Path) -> Path:
    """Write what an attack hands in, with the names of its targets put in; the stage's folder."""
    public = course.root / "assignments" / attack.stage / "public.json"
    words = {
        "COURSE": str(course.root),
        "PACKAGE": str(PACKAGE),
        "NEIGHBOUR": str(HONEST),
        "HOME": str(Path.home()),
        "GRADER": str(os.getpid()),
        "VICTIM": str(aim.victim.process.pid),
        "TCP": str(services.tcp.getsockname()[1]),
        "UDP": str(services.udp.getsockname()[1]),
        "UNIX": str(services.path),
        "ABSTRACT": services.name,
        "CANARY": str(aim.canary),
        "CANARY_FOLDER": str(aim.folder),
        "TOKEN": aim.token,
        "PUBLIC": repr(public.read_text(encoding="utf-8") if public.exists() else "{}"),
    }
    stage = to / attack.stage
    stage.mkdir(parents=True)
    for file in (attack.folder / attack.stage).iterdir():
        text = file.read_text(encoding="utf-8")
        for name, value in words.items():
            text = text.replace(f"@{name}@", value)
        (stage / file.name).write_text(text, encoding="utf-8")
    return stage


@contextmanager
def within_limits(grader: Grader, attack: Attack) -> Iterator[None]:
    """Let the grader use the limits that fit an attack."""
    course = grader.course
    short = SHORT if attack.kind in ENDLESS else {}
    limits = replace(course.limits, memory_mb=MEMORY_MB, **short)
    grader.course = replace(course, limits=limits)
    try:
        yield
    finally:
        grader.course = course


def test_the_corpus_is_whole() -> None:
    assert len(ATTACKS) >= 90
    assert {attack.kind for attack in ATTACKS} == set(KINDS)


def test_an_empty_stub_earns_nothing(grader: Grader, course: Course) -> None:
    for stage in course.stages:
        result = grader.grade_stage(stage, course.root / "assignments" / stage)
        assert result.points == 0, stage


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack(
    attack: Attack,
    grader: Grader,
    course: Course,
    services: Services,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    if attack.machine and platform.machine() != attack.machine:
        pytest.skip(f"written for {attack.machine}")
    if attack.needs == "strong" and grader.isolation != "strong":
        pytest.skip("only bubblewrap stops this one")
    if attack.kind == "escape" and attack.control != "none":
        unprotected = request.getfixturevalue("unprotected")
        if not _works(attack, unprotected, course, services, tmp_path / "control"):
            pytest.skip("untestable here: it does not work without a sandbox either")

    services.hits()
    with target() as aim:
        stage = hand_in(attack, aim, services, course, tmp_path / "student")
        processes = tally()
        course_before, aim_before = tree(course.root), tree(aim.folder)
        with within_limits(grader, attack), watchdog(GRADER_WALL_S), Memory() as memory:
            began = time.process_time()
            result = grader.grade_stage(attack.stage, stage)
            cpu_s = time.process_time() - began

        earned = {item.name for item in result.objects if item.points > 0}
        assert result.points is not None, f"the mark is withheld: {result.error}"
        assert earned <= set(attack.earns), result
        assert cpu_s < GRADER_CPU_S, "the grader's own time"
        assert memory.growth_mb < GRADER_MB, "the grader's own memory"

        assert settled(processes) == {}, "processes are left"
        assert tree(course.root) == course_before
        assert tree(aim.folder) == aim_before
        assert aim.canary.read_text() == "canary"
        assert left_behind(aim.token, course.root) == []
        assert services.hits() == 0
        assert aim.victim.is_unharmed
    check_reports(course, grader.isolation, result)

    honest = grader.grade_stage("scores", HONEST / "scores")
    assert honest.points == honest.max_points, honest


def _works(
    attack: Attack, unprotected: Grader, course: Course, services: Services, place: Path
) -> bool:
    """Whether an escape reaches its goal where nothing stops it; its traces are removed."""
    before, processes = set(descendants()), tally()
    with target() as aim:
        stage = hand_in(attack, aim, services, course, place)
        result = unprotected.grade_stage(attack.stage, stage)
        if settled(processes, 1.0):
            end_below(before)
        for left in left_behind(aim.token, course.root):
            left.unlink()
    return bool(result.points)
