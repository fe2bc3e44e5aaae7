"""The line before a pool: in order, with bounded work under way, held up by nobody."""

from __future__ import annotations

import shutil
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

from autograder.cache import Cache
from autograder.handed_in import HandedIn
from autograder.pool.contract import Lost
from autograder.pool.line import Line
from autograder.pool.spool import Spool
from autograder.submission import find_submissions

STUDENTS = 40
ROOM = 3


class Quick:
    """A pool that grades at once; what says so in its file is lost."""

    level = "strong"
    room = ROOM

    def __init__(self, desk):
        self._desk = desk
        self.submitted: list[HandedIn] = []

    def submit(self, handed_in):
        self.submitted.append(handed_in)
        made = Future()
        self._finish(made, handed_in)
        return made

    def _finish(self, made, handed_in):
        if b"# lost" in handed_in.source.content:
            made.set_exception(Lost("it died"))
        else:
            made.set_result(self._desk.judge(handed_in))


class Slow(Quick):
    """A pool in which the first stage is done after all others."""

    def submit(self, handed_in):
        self.submitted.append(handed_in)
        made = Future()
        if len(self.submitted) == 1:
            self._first = made, handed_in
        else:
            self._finish(made, handed_in)
        if len(self.submitted) == 3 * STUDENTS:
            self._finish(*self._first)
        return made


class Counting(Quick):
    """A pool that takes its time in a thread, and counts what is under way."""

    room = 2

    def __init__(self, desk):
        super().__init__(desk)
        self._thread = ThreadPoolExecutor(1)
        self._under_way = 0
        self.most = 0

    def submit(self, handed_in):
        self.submitted.append(handed_in)
        self._under_way += 1
        self.most = max(self.most, self._under_way)
        return self._thread.submit(self._slowly, handed_in)

    def _slowly(self, handed_in):
        time.sleep(0.005)
        self._under_way -= 1
        stage = self._desk.course.stages[handed_in.stage]
        return replace(self._desk.withheld(stage, "not judged here"), final=True)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    tree = tmp_path_factory.mktemp("submitted")
    for number in range(STUDENTS):
        for stage in ("basis", "factor", "fitting"):
            folder = tree / f"student{number:02}" / stage
            folder.mkdir(parents=True)
            (folder / f"{stage}.py").write_text(f"{number} = syntax error\n", encoding="utf-8")
    return tree


@pytest.fixture
def desk(grader):
    """What judges: the files of the tree need no case, for they are no Python."""
    return grader


def test_one_that_takes_long_holds_up_no_other(desk, tree, course):
    submissions = find_submissions(tree, course.stages)
    pool = Slow(desk)
    results = list(Line(desk, pool, None, {}).results(submissions))
    assert [item.student for item in results] == [item.student for item in submissions]
    assert len(pool.submitted) == 3 * STUDENTS
    assert all("SyntaxError" in stage.error for item in results for stage in item.stages)


def test_no_more_is_under_way_than_there_is_room(desk, tree, course):
    submissions = find_submissions(tree, course.stages)
    pool = Counting(desk)
    coming = Line(desk, pool, None, {}).results(submissions)
    next(coming)
    assert len(pool.submitted) <= 3 * 4  # nobody has run ahead of whoever takes the results
    assert len(list(coming)) == STUDENTS - 1
    assert pool.most == Counting.room


def test_a_stage_that_is_lost_is_withheld(desk, small, course, tmp_path):
    folder = shutil.copytree(small / "submissions" / "right", tmp_path / "tree" / "ada")
    path = folder / "factor" / "factor.py"
    path.write_text(path.read_text(encoding="utf-8") + "# lost\n", encoding="utf-8")
    submissions = find_submissions(tmp_path / "tree", course.stages)
    (result,) = Line(desk, Quick(desk), None, {}).results(submissions)
    assert result.points is None
    assert result.error == "mark withheld: factor: it died"
    assert [stage.points for stage in result.stages] == [17.0, None, 12.0]


@pytest.fixture
def one(small, tmp_path):
    """A tree of one student, whose files a test may change."""
    shutil.copytree(small / "submissions" / "right", tmp_path / "tree" / "ada")
    return tmp_path / "tree"


def graded_again(desk, course, tree, cache, keys):
    """The stages that a run has to grade."""
    pool = Quick(desk)
    list(Line(desk, pool, cache, keys).results(find_submissions(tree, course.stages)))
    return [handed_in.stage for handed_in in pool.submitted]


@pytest.fixture
def again(desk, course, one, tmp_path):
    def again(change=lambda: None, keys=None):
        keys = {"basis": "1", "factor": "1", "fitting": "1", **(keys or {})}
        change()
        return graded_again(desk, course, one, Cache(tmp_path / "cache"), keys)

    return again


def test_only_what_changed_is_graded_again(again, one):
    basis = one / "ada" / "basis"
    assert again() == ["basis", "factor", "fitting"]
    assert again() == []
    assert again(keys={"factor": "2"}) == ["factor"]
    assert again(lambda: (basis / "basis.py").write_text("x = 1\n", "utf-8")) == ["basis"]
    assert again(lambda: (basis / "exercises.yml").write_text("columns: 4\n", "utf-8")) == ["basis"]
    assert again(lambda: (basis / "basis.ipynb").write_text("no notebook", "utf-8")) == ["basis"]
    assert again(lambda: (basis / "notes.txt").write_text("mine", "utf-8")) == []
    assert again(lambda: (one / "ada").rename(one / "eve")) == []
    assert again() == []


def test_interrupted_it_goes_on_where_it_was(desk, course, tree, tmp_path):
    submissions = find_submissions(tree, course.stages)
    keys = dict.fromkeys(course.stages, "1")
    coming = Line(desk, Counting(desk), Cache(tmp_path), keys).results(submissions)
    taken = [next(coming).student for _ in range(10)]
    coming.close()
    again = graded_again(desk, course, tree, Cache(tmp_path), keys)
    assert len(taken) == 10
    assert 0 < len(again) <= 3 * (STUDENTS - 10)


def test_what_waits_is_kept_in_no_memory(desk, course, small):
    stages = list(course.stages.values())
    folder = small / "submissions" / "factor_signs"
    results = [desk.grade_stage(stage.name, folder / stage.name) for stage in stages]
    spool = Spool(stages)
    for place in (5, 2, 9):
        spool.put(place, results)
    assert [place for place in range(10) if place in spool] == [2, 5, 9]
    for place in (2, 9, 5):
        assert repr(spool.take(place)) == repr(results)
        assert place not in spool
    spool.put(1, results)
    assert repr(spool.take(1)) == repr(results)
    spool.close()
