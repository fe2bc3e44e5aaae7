"""The self-test cut into pieces that processes can share, and put together again in order.

Only plain data crosses: a course's folder and small tasks in, records out.
"""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from autograder.course import Course, Stage
from autograder.course_file import read_course
from autograder.reference import Reference
from autograder.seed import read_seed
from autograder.selftest import labelled, mutants
from autograder.selftest.equivalents import Equivalent, read_equivalents
from autograder.selftest.planted import Planted, Planting
from autograder.selftest.trial import Findings, MutantVerdict

CHUNK = 12
"""Misconceptions that one task plants."""

Item = TypeVar("Item")
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class _Task:
    """What one process does at a time.

    Attributes:
        stage: the stage.
        kind: `sound`, `singles`, `pairs` or `mutants`.
        object: the object, for singles and pairs.
        start: the first of the misconceptions to plant.
    """

    stage: str
    kind: str
    object: str = ""
    start: int = 0


@dataclass(frozen=True)
class _Done:
    """What came of one task."""

    task: _Task
    planted: Planted = field(default_factory=Planted)
    mutants: tuple[MutantVerdict, ...] = ()


def find(course: Course, submissions: Path | None, jobs: int, progress: Progress) -> Findings:
    """Everything that the self-test finds.

    Args:
        course: the course, or as many of its stages as are to be tested.
        submissions: the folder of labelled submissions; the course's own by default.
        jobs: processes to use.
        progress: told how far it is.

    Raises:
        CourseError: the author must edit something.
    """
    labels = labelled.find_labelled(course, submissions)
    tasks = [task for stage in course.stages.values() for task in _tasks(course, stage)]
    done = list(_watched(_done(course, tasks, jobs), "planting", len(tasks), progress))
    graded = labelled.trials(course, labels, jobs) if labels else iter(())
    trials = [trial for each in done for trial in each.planted.trials]
    trials += _watched(graded, "grading labelled submissions", len(labels), progress)
    found = tuple(mutant for each in done for mutant in each.mutants)
    return Findings(
        course=course.title,
        objects={
            name: tuple(item.name for item in stage.objects)
            for name, stage in course.stages.items()
        },
        trials=tuple(trials),
        dead=_by_stage(course, done, lambda planted: planted.dead),
        alike=_by_stage(course, done, lambda planted: planted.alike),
        mutants=found,
        stale=_stale(course, found),
        notes=() if labels else ("there are no labelled submissions",),
    )


def _tasks(course: Course, stage: Stage) -> Iterator[_Task]:
    reference = _reference(course, stage)
    reference.prepare()
    read_equivalents(course.root / "solutions" / stage.name)
    yield _Task(stage.name, "mutants")
    yield _Task(stage.name, "sound")
    for item in stage.objects:
        known = len(reference.misconceptions[item.name])
        for start in range(0, known, CHUNK):
            yield _Task(stage.name, "singles", item.name, start)
        if known:
            yield _Task(stage.name, "pairs", item.name)


def _done(course: Course, tasks: Sequence[_Task], jobs: int) -> Iterator[_Done]:
    if jobs == 1:
        bench = _Bench(course)
        yield from map(bench.do, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _start, (course.root,)) as pool:
        yield from pool.map(_do, tasks)


class _Bench:
    """Does tasks, keeping the reference of the stage it is at."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._reference: Reference | None = None

    def do(self, task: _Task) -> _Done:
        """What comes of a task."""
        stage = self._course.stages[task.stage]
        if self._reference is None or self._reference.stage.name != stage.name:
            self._reference = _reference(self._course, stage)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # mistaken formulas divide by zero and worse
            if task.kind == "mutants":
                return _Done(task, mutants=tuple(self._mutants(self._reference)))
            planting = Planting(self._reference)
            if task.kind == "sound":
                return _Done(task, planting.sound())
            if task.kind == "pairs":
                return _Done(task, planting.pairs(task.object))
            places = slice(task.start, task.start + CHUNK)
            return _Done(task, planting.singles(task.object, places))

    def _mutants(self, reference: Reference) -> Iterator[MutantVerdict]:
        folder = self._course.root / "solutions" / reference.stage.name
        listed = frozenset(read_equivalents(folder))
        for source in mutants.sources(reference):
            yield from mutants.verdicts(reference, source, listed)


_bench: _Bench | None = None


def _start(root: Path) -> None:
    global _bench  # one bench a process is what a pool's initializer is for
    _bench = _Bench(read_course(root))


def _do(task: _Task) -> _Done:
    assert _bench is not None, "the pool's initializer has run"
    return _bench.do(task)


def _reference(course: Course, stage: Stage) -> Reference:
    return Reference(course, stage, read_seed(course.root))


def _watched(items: Iterator[Item], what: str, total: int, progress: Progress) -> Iterator[Item]:
    for count, item in enumerate(items, start=1):
        yield item
        progress(what, min(count, total), total)


def _by_stage(
    course: Course, done: Sequence[_Done], said: Callable[[Planted], list[str]]
) -> dict[str, tuple[str, ...]]:
    return {
        stage: tuple(
            text for each in done if each.task.stage == stage for text in said(each.planted)
        )
        for stage in course.stages
    }


def _stale(course: Course, found: Sequence[MutantVerdict]) -> dict[str, tuple[str, ...]]:
    """Listed equivalents that are no mutants any more, or that are killed."""
    stale: dict[str, tuple[str, ...]] = {}
    for stage in course.stages:
        survived = {
            Equivalent(mutant.function, mutant.was, mutant.becomes)
            for mutant in found
            if mutant.stage == stage and mutant.verdict == "equivalent"
        }
        listed = read_equivalents(course.root / "solutions" / stage)
        stale[stage] = tuple(
            f"{item.function}: {item.becomes}" for item in listed if item not in survived
        )
    return stale
