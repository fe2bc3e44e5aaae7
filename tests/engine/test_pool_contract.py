"""What every pool keeps to: the same results in order, whoever grades and whoever dies over it."""

from __future__ import annotations

import os
import shutil
import signal
import time
from contextlib import ExitStack
from dataclasses import replace

import psutil
import pytest

from autograder.cache import Cache
from autograder.course_file import read_course
from autograder.errors import CourseError, HarnessError, IsolationError, UsageError
from autograder.pool import FEW, grade_all
from autograder.reports.json import render
from autograder.result import Report
from autograder.submission import find_submissions

NAMES = ("basis_along_rows", "basis_exception", "basis_syntax_error", "basis_two_apart", "right")
STAGE = "basis"
POOLS = ("in process", "processes", "dask")

MANY = 20
"""So often the tree is graded where a run must not be done before something befalls it."""

DEADLY = """

import os
import pathlib


@misconception("norms", replaces="summed", says="", look="")
def deadly(squares):
    once = pathlib.Path({once!r})
    if {always} or not once.exists():
        once.touch()
        os.kill(os.getpid(), 9)
    return squares
"""
"""Tried on norms that nothing else explains: the process that holds the references dies."""

ONE_MORE = "    return np.linalg.norm(A, axis=0)", "    return np.linalg.norm(A, axis=0) + 1"

NO_BUBBLEWRAP = """
from autograder.worker import view
view.bubblewrap = lambda: (None, "bubblewrap is not there")
"""


@pytest.fixture(scope="module")
def workers():
    """Two workers over TCP, each begun anew when it dies."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    import dask

    few = {"distributed.scheduler.allowed-failures": 1}
    here = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with dask.config.set(few), distributed.LocalCluster(2, **here) as made:
        yield made


@pytest.fixture
def cluster(workers):
    """Both workers, whatever became of them in earlier tests."""
    until(lambda: len(workers.scheduler_info["workers"]) == 2)
    return workers


def until(is_so, within_s=120):
    end = time.monotonic() + within_s
    while not is_so() and time.monotonic() < end:
        time.sleep(0.1)
    assert is_so()


@pytest.fixture(params=POOLS)
def how(request):
    """Options that choose a pool."""
    if request.param == "dask":
        return {"on": request.getfixturevalue("cluster").scheduler_address}
    return {"jobs": 1 if request.param == "in process" else 2}


@pytest.fixture(scope="module")
def tree(small, tmp_path_factory):
    tree = tmp_path_factory.mktemp("submitted")
    for name in NAMES:
        shutil.copytree(small / "submissions" / name / STAGE, tree / name / STAGE)
    (tree / "yves").symlink_to(tree / "right")
    (tree / "zero").mkdir()
    return tree


@pytest.fixture(scope="module")
def patient(copy_small, tmp_path_factory):
    """The small course with limits that no machine is too busy for: every result is final."""
    root = copy_small(tmp_path_factory.mktemp("patient") / "course")
    path = root / "course.yml"
    limits = "limits: {call_cpu_s: 60, call_wall_s: 300, stage_cpu_s: 300, stage_wall_s: 900,"
    text = path.read_text(encoding="utf-8")
    old = text[text.index("limits:") : text.index(" memory")]
    path.write_text(text.replace(old, limits), encoding="utf-8")
    return read_course(root)


@pytest.fixture
def make_course(copy_small, tmp_path):
    """Give a function that makes a copy of the small course with a deadly misconception."""

    def make(*, always):
        root = copy_small(tmp_path / "course")
        path = root / "solutions" / "basis" / "misconceptions.py"
        text = DEADLY.format(once=str(tmp_path / "died"), always=always)
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
        return read_course(root)

    return make


def graded(course, tree, **how):
    submissions = find_submissions(tree, course.stages)
    assert len(submissions) > FEW
    results = list(grade_all(course, submissions, on_level=lambda _: None, **how))
    assert [item.student for item in results] == [item.student for item in submissions]
    return results


def report(results):
    timeless = tuple(
        replace(result, stages=tuple(replace(stage, seconds=0.0) for stage in result.stages))
        for result in results
    )
    return render(Report("", "", "", timeless))


@pytest.fixture(scope="module")
def due(course, tree):
    """The report as one process makes it."""
    return report(graded(course, tree, jobs=1))


def test_results_are_the_same_and_in_order(course, tree, how, due):
    assert report(graded(course, tree, **how)) == due


def test_what_is_kept_is_the_same_as_what_is_graded(patient, tree, how, due, tmp_path):
    fresh = graded(patient, tree, cache=Cache(tmp_path), **how)
    cache = Cache(tmp_path)
    kept = graded(patient, tree, cache=cache, **how)
    assert render(Report("", "", "", tuple(kept))) == render(Report("", "", "", tuple(fresh)))
    assert report(kept) == due
    # all that has a file, its errors included; yves and zero have none
    assert cache.unchanged == len(NAMES)


@pytest.mark.parametrize("pool", POOLS[1:])
def test_who_dies_once_loses_nothing(request, make_course, tree, pool, tmp_path):
    course = make_course(always=False)
    mended = shutil.copytree(tree, tmp_path / "mended", symlinks=True)
    path = mended / "right" / STAGE / "basis.py"
    path.write_text(path.read_text(encoding="utf-8").replace(*ONE_MORE), encoding="utf-8")
    how = options(request, pool)
    results = graded(course, mended, **how)
    assert (tmp_path / "died").exists()
    assert report(results) == report(graded(course, mended, jobs=1))


@pytest.mark.parametrize("pool", POOLS[1:])
def test_what_ends_every_process_is_withheld_and_nothing_else(
    request, make_course, tree, pool, tmp_path, course
):
    deadly = make_course(always=True)
    for name in ("deadly_1", "deadly_2"):
        spoilt = shutil.copytree(tree / "right", tmp_path / "tree" / name)
        path = spoilt / STAGE / "basis.py"
        path.write_text(path.read_text(encoding="utf-8").replace(*ONE_MORE), encoding="utf-8")
    for name in NAMES:
        shutil.copytree(tree / name, tmp_path / "tree" / name)
    results = {item.student: item for item in graded(deadly, tmp_path / "tree",
                                                     **options(request, pool))}  # fmt: skip
    for name in ("deadly_1", "deadly_2"):
        withheld = results.pop(name)
        assert withheld.points is None
        assert [stage.points for stage in withheld.stages] == [None, 0, 0]
        assert "died" in withheld.stages[0].error
    sound = graded(course, tree, jobs=1)
    assert report(results.values()) == report(item for item in sound if item.student in NAMES)


def options(request, pool):
    if pool == "dask":
        return {"on": request.getfixturevalue("cluster").scheduler_address}
    return {"jobs": 2}


def test_a_course_at_fault_stops_before_any_work(make_course, tree, how):
    course = make_course(always=False)
    (course.root / "solutions" / "fitting" / "cases.py").write_text("1 / 0\n", encoding="utf-8")
    levels = []
    coming = grade_all(course, find_submissions(tree, course.stages), on_level=levels.append, **how)
    with pytest.raises(CourseError, match=r"fitting/cases\.py:1: .*ZeroDivisionError"):
        next(coming)
    assert levels == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_isolation_that_is_not_to_be_had_is_refused(course, tree, jobs, monkeypatch):
    monkeypatch.setattr("autograder.worker.view.bubblewrap", lambda: (None, "not there"))
    with pytest.raises(IsolationError, match=r"'strong' cannot be had here: .*not there"):
        graded(course, tree, isolation="strong", jobs=jobs)


def test_a_dask_worker_without_the_isolation_gets_nothing_to_do(course, tree, due, capsys):
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    plain = {"nthreads": 1, "silence_logs": 50}
    workers = {
        0: {"cls": distributed.Nanny, "options": plain},
        1: {"cls": distributed.Nanny, "options": {**plain, "preload": [NO_BUBBLEWRAP]}},
    }
    scheduler = {
        "cls": distributed.Scheduler,
        "options": {"dashboard_address": "127.0.0.1:0", "port": 0},
    }
    with distributed.SpecCluster(workers, scheduler, silence_logs=50) as made, ExitStack() as stack:
        client = stack.enter_context(distributed.Client(made))
        client.wait_for_workers(2)
        address = made.workers[1].worker_address
        where = made.scheduler_address
        assert report(graded(course, tree, isolation="strong", on=where)) == due
        told = capsys.readouterr().err
        assert f"worker {address} is not used: isolation 'strong' cannot be had here" in told
        assert told.count("not used") == 1
        client.retire_workers([made.workers[0].worker_address])
        with pytest.raises(IsolationError, match=r"no worker at .* may be used"):
            graded(course, tree, isolation="strong", on=where)


def test_a_dask_worker_killed_in_the_middle_changes_nothing(course, tree, due, cluster):
    submissions = find_submissions(tree, course.stages)
    coming = grade_all(course, submissions, on_level=lambda _: None, on=cluster.scheduler_address)
    results = [next(coming)]
    victim = next(iter(cluster.workers.values())).pid
    os.kill(victim, signal.SIGKILL)
    results += coming
    assert report(results) == due


def test_dask_workers_keep_nothing_of_the_course(course, tree, cluster):
    graded(course, tree, on=cluster.scheduler_address)
    places = [worker.local_directory for worker in cluster.workers.values()]
    assert places

    def left():
        names = (name for place in places for _, _, names in os.walk(place) for name in names)
        return [name for name in names if name.endswith((".py", ".yml"))]

    until(lambda: left() == [])  # what is under way may take a while to end


def test_a_scheduler_that_is_gone_ends_the_run(course, tree, monkeypatch):
    on_dask = pytest.importorskip("autograder.pool.on_dask", reason="Dask is not installed")
    monkeypatch.setattr(on_dask, "ANSWER_S", 2.0)
    here = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    submissions = MANY * find_submissions(tree, course.stages)
    with on_dask.LocalCluster(1, **here) as made:
        where = made.scheduler_address
        coming = grade_all(course, submissions, on_level=lambda _: None, on=where)
        next(coming)
        made.close()
        with pytest.raises(HarnessError, match=r"the scheduler at .* is gone"):
            list(coming)


def test_a_cluster_without_workers_ends_the_run_in_the_end(course, tree, monkeypatch):
    on_dask = pytest.importorskip("autograder.pool.on_dask", reason="Dask is not installed")
    monkeypatch.setattr(on_dask, "COUNTED_S", 0.2)
    monkeypatch.setattr(on_dask, "ABSENT_S", 1.0)
    here = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    submissions = MANY * find_submissions(tree, course.stages)
    with on_dask.LocalCluster(1, **here) as made:
        where = made.scheduler_address
        coming = grade_all(course, submissions, on_level=lambda _: None, on=where)
        next(coming)
        made.scale(0)
        with pytest.raises(HarnessError, match=r"no worker at .* for 1 s; the same command"):
            list(coming)


def test_no_scheduler_there(course, tree, monkeypatch):
    on_dask = pytest.importorskip("autograder.pool.on_dask", reason="Dask is not installed")
    monkeypatch.setattr(on_dask, "ANSWER_S", 0.5)
    with pytest.raises(UsageError, match=r"tcp://127\.0\.0\.1:9: no scheduler"):
        graded(course, tree, on="tcp://127.0.0.1:9")


def test_a_process_killed_in_the_middle_changes_nothing(course, tree, due):
    before = {child.pid for child in psutil.Process().children()}
    submissions = find_submissions(tree, course.stages)
    coming = grade_all(course, submissions, on_level=lambda _: None, jobs=2)
    results = [next(coming)]
    started = [child for child in psutil.Process().children() if child.pid not in before]
    victims = [child for child in started if "multiprocessing.spawn" in " ".join(child.cmdline())]
    assert victims
    victims[0].kill()
    results += coming
    assert report(results) == due


def test_stopped_early_a_pool_leaves_no_process(course, tree):
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    submissions = find_submissions(tree, course.stages)
    coming = grade_all(course, submissions, on_level=lambda _: None, jobs=2)
    next(coming)
    coming.close()
    left = [c for c in psutil.Process().children(recursive=True) if c.pid not in before]
    _, alive = psutil.wait_procs(left, timeout=10)
    assert [c for c in alive if "resource_tracker" not in " ".join(c.cmdline())] == []
