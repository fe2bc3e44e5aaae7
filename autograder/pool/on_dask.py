"""Stages graded by the workers of a Dask cluster, on this machine or on many.

What a worker needs comes to it through Dask: the course's files once, into a folder of its own
that only it may enter; what was handed in with each stage. No file system is shared. A worker
whose engine, versions or isolation are not those asked for gets nothing to do. Dask pickles what
it sends: scheduler and workers are trusted as this machine is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import platform
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from autograder.course import Course
from autograder.course_file import read_course
from autograder.errors import AutograderError, HarnessError, IsolationError, UsageError
from autograder.fingerprint import engine, files
from autograder.grading import Grader
from autograder.handed_in import HandedIn
from autograder.limits import Isolation
from autograder.pool.contract import TRIES, Lost
from autograder.result import StageResult
from autograder.worker.launch import LEVELS, Launcher

try:
    from distributed import Client, KilledWorker, LocalCluster, Status, WorkerPlugin, get_worker
except ImportError as missing:
    said = f"--on needs Dask ({missing}): pip install 'first-incorrect[dask]'"
    raise UsageError(said) from None

HERE = "dask"
ANSWER_S = 20.0
"""So long a scheduler may take to answer, and a cluster to have its first worker."""
ENDING_S = 5.0
"""So long a worker is waited for that is to leave nothing behind."""
COUNTED_S = 10.0
"""So often workers are counted."""
ABSENT_S = 300.0
"""So long a run goes on without a single worker: others may be on their way."""
MAX_AT_ONCE = 500


class OnDask:
    """The pool.

    Args:
        course: the course.
        isolation: the level wanted; `auto` takes the strongest that any worker has.
        seed: of the hidden cases.
        where: the scheduler's address, or `dask` for a cluster of this machine alone.
        workers: of such a cluster.

    Raises:
        UsageError: nobody answers there.
        IsolationError: no worker may be used.
    """

    def __init__(
        self, course: Course, isolation: Isolation, seed: int, where: str, workers: int
    ) -> None:
        self._where = where
        self._is_over = False
        self._cluster, self._client = _connected(where, workers)
        self._name = f"autograder-{secrets.token_hex(8)}"
        try:
            with self._reached():
                self.level = self._best() if isolation == "auto" else isolation
                self._open(_Desk(self._name, course, self.level, seed))
        except BaseException:
            self._close()
            raise
        self._threads = ThreadPoolExecutor(MAX_AT_ONCE)
        self._alone = Lock()
        self._counting = Lock()
        self._seen_s = time.monotonic()

    @property
    def room(self) -> int:
        """Room for two stages a worker, those counted that have joined meanwhile."""
        if time.monotonic() > self._counted_s + COUNTED_S:
            with self._reached():
                self._count()
        return min(2 * max(self._used, 1), MAX_AT_ONCE)

    def submit(self, handed_in: HandedIn) -> Future[StageResult]:
        """The result to come."""
        return self._threads.submit(self._grade, handed_in)

    def __enter__(self) -> OnDask:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._close()

    def _grade(self, handed_in: HandedIn) -> StageResult:
        try:
            return self._graded(handed_in)
        except KilledWorker:
            pass  # or one beside it did that: whether it is this one shows when it is tried again
        try:
            with self._alone:
                return self._graded(handed_in)
        except KilledWorker:
            said = "every worker that graded it died; the workers' logs may tell why"
            raise Lost(said) from None

    def _graded(self, handed_in: HandedIn) -> StageResult:
        if self._is_over:
            raise Lost("grading was stopped")
        with self._reached():
            coming = self._client.submit(
                _grade, self._name, handed_in, pure=False, resources={self._name: 1}
            )
            while not coming.done():
                with contextlib.suppress(TimeoutError):
                    coming.result(timeout=COUNTED_S)
                self._require_workers()
            made: StageResult = coming.result()
        return made

    def _require_workers(self) -> None:
        """Ends a run that no worker has been there for, for long."""
        with self._counting:
            now = time.monotonic()
            if now > self._counted_s + COUNTED_S:
                self._count()
            self._seen_s = now if self._used else self._seen_s
            if now > self._seen_s + ABSENT_S:
                said = f"no worker at {self._where} for {ABSENT_S:.0f} s"
                raise HarnessError(f"{said}; the same command goes on with what is left")

    @contextlib.contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except (OSError, CancelledError) as error:
            said = f"the scheduler at {self._where} is gone ({type(error).__name__})"
            raise HarnessError(f"{said}; the same command goes on with what is left") from None

    def _best(self) -> Isolation:
        """The strongest level that a worker has."""
        found = set(self._asked(_level_there).values())
        return next((level for level in LEVELS if level in found), LEVELS[-1])

    def _open(self, desk: _Desk) -> None:
        """Opens a desk on every worker that may be used, also on those that join later."""
        for left in reversed(range(TRIES)):
            try:
                self._client.register_plugin(desk, name=self._name)
                break
            except OSError:  # a worker died meanwhile
                if not left:
                    raise
            except ImportError as error:
                said = f"first-incorrect is not installed on every worker at {self._where}"
                raise UsageError(f"{said} ({error})") from None
        for address, said in self._asked(_refusal, self._name).items():
            if said is not None:
                sys.stderr.write(f"worker {address} is not used: {said}\n")
        self._count()
        if not self._used:
            raise IsolationError(f"no worker at {self._where} may be used")

    def _count(self) -> None:
        workers = self._client.scheduler_info()["workers"].values()
        self._used = sum(self._name in worker["resources"] for worker in workers)
        self._counted_s = time.monotonic()

    def _asked(self, function: Callable[..., Any], *args: Any) -> dict[str, Any]:
        """What a function says on each worker."""
        answers: dict[str, Any] = self._client.run(function, *args, on_error="ignore")
        return answers

    def _close(self) -> None:
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self._client.unregister_worker_plugin(self._name)
        with contextlib.suppress(Exception):
            self._client.close()
        if self._cluster is not None:
            self._cluster.close()


class _Desk(WorkerPlugin):  # type: ignore[misc]  # Dask has no types
    """The course and a grader on one worker.

    Args:
        name: that of the run; a worker that may be used has a resource of this name.
        course: the course.
        level: the isolation level that must hold there.
        seed: of the hidden cases.

    Attributes:
        refusal: why the worker may not be used; None where it may.
    """

    def __init__(self, name: str, course: Course, level: Isolation, seed: int) -> None:
        given = [path for stage in course.stages.values() for path in course.given(stage)]
        paths = [course.root / "course.yml", *files(course.root / "solutions"), *given]
        self.refusal: str | None = None
        self._name = name
        self._files = {
            path.relative_to(course.root).as_posix(): path.read_bytes() for path in paths
        }
        self._engine = engine()
        self._level = level
        self._seed = seed
        self._language = course.words.language
        self._folder: Path | None = None
        self._grader: Grader | None = None
        self._thread: ThreadPoolExecutor

    async def setup(self, worker: Any) -> None:
        """Prepares the worker, or refuses it."""
        self._thread = ThreadPoolExecutor(1)  # a grader lives in one thread, which outlives it
        loop = asyncio.get_running_loop()
        place = Path(worker.local_directory)
        self.refusal = await loop.run_in_executor(self._thread, self._prepared, place)
        if self.refusal is None:
            await worker.set_resources(**{self._name: 1})
            # Only a worker that begins to run is offered what no worker could take before.
            worker.status = Status.paused
            worker.status = Status.running

    async def teardown(self, worker: Any) -> None:
        """Leaves nothing behind, once what is being graded is done."""
        del worker
        shut = asyncio.wrap_future(self._thread.submit(self._shut))
        self._thread.shutdown(wait=False)
        await asyncio.wait([shut], timeout=ENDING_S)

    def grade(self, handed_in: HandedIn) -> StageResult:
        """The result of a stage."""
        assert self._grader is not None, "a worker that is refused has no resource"
        return self._thread.submit(self._grader.judge, handed_in).result()

    def _prepared(self, place: Path) -> str | None:
        if engine() != self._engine:
            versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
            return f"its engine or versions are not those here (there: {versions})"
        self._folder = Path(tempfile.mkdtemp(prefix="course-", dir=place))  # for this user only
        for name, content in self._files.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        try:
            course = read_course(self._folder, self._language)
            self._grader = Grader(course, self._level, self._seed)
        except AutograderError as error:
            self._shut()
            return str(error)
        return None

    def _shut(self) -> None:
        if self._grader is not None:
            self._grader.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _connected(where: str, workers: int) -> tuple[LocalCluster | None, Client]:
    """A client of the scheduler, and the cluster where it is our own."""
    for name in ("distributed", "distributed.client"):  # what matters is said here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if where == HERE:
        with _deaf_to_interrupts():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # None would be every address, at its own port
                silence_logs=logging.CRITICAL,
            )
        return cluster, Client(cluster)
    try:
        client = Client(where, timeout=ANSWER_S)
        client.wait_for_workers(1, timeout=ANSWER_S)
    except (OSError, ValueError) as error:
        said = f"--on {where}: no scheduler with workers answers there"
        raise UsageError(f"{said} ({type(error).__name__}: {error})") from None
    return None, client


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here let Ctrl-C pass: whoever started them says when it is over."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _level_there() -> Isolation:
    with Launcher() as launcher:
        return launcher.level


def _refusal(name: str, dask_worker: Any = None) -> str | None:
    refusal: str | None = dask_worker.plugins[name].refusal
    return refusal


def _grade(name: str, handed_in: HandedIn) -> StageResult:
    desk: _Desk = get_worker().plugins[name]
    return desk.grade(handed_in)
