"""Submissions to a pool and their results back in order, with no more at once than there is room.

What needs no worker is judged here, what is kept is not graded again. A submission that takes long
holds up the results of those behind it, never the work on them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from autograder.cache import Cache
from autograder.course import Stage
from autograder.fingerprint import digest
from autograder.grading import Grader
from autograder.handed_in import HandedIn
from autograder.pool.contract import Lost, Pool
from autograder.pool.spool import Spool
from autograder.result import StageResult, SubmissionResult
from autograder.submission import Submission


@dataclass(frozen=True)
class _Task:
    """One stage that is to be graded.

    Attributes:
        place: that of its submission in the line.
        stage: the stage.
        handed_in: what was handed in of it.
        key: what its result is kept under.
    """

    place: int
    stage: Stage
    handed_in: HandedIn
    key: str


class Line:
    """The line of one run.

    Args:
        desk: judges what needs no worker.
        pool: grades all else.
        cache: where results are taken from and kept, if anywhere.
        keys: by stage, a text for all that results depend on but the submission.
    """

    def __init__(
        self, desk: Grader, pool: Pool, cache: Cache | None, keys: Mapping[str, str]
    ) -> None:
        self._desk = desk
        self._pool = pool
        self._cache = cache
        self._keys = keys
        self._stages = desk.course.stages
        self._begun: dict[int, dict[str, StageResult]] = {}
        self._due: deque[_Task] = deque()
        self._running: dict[Future[StageResult], _Task] = {}
        self._done = Spool(self._stages.values())

    def results(self, submissions: Sequence[Submission]) -> Iterator[SubmissionResult]:
        """The results of all, each as soon as those before it are there."""
        coming = iter(enumerate(submissions))
        try:
            for place, submission in enumerate(submissions):
                while place not in self._done:
                    self._step(coming, may_wait=True)
                stages = self._done.take(place)
                self._step(coming, may_wait=False)  # whoever takes the result may take long over it
                yield self._desk.combined(submission, stages)
        finally:
            self._done.close()

    def _step(self, coming: Iterator[tuple[int, Submission]], *, may_wait: bool) -> None:
        """Begins at most one more submission, and takes what has come back."""
        self._submit()
        has_room = len(self._running) < self._pool.room
        begun = next(coming, None) if has_room else None
        if begun is not None:
            self._begin(*begun)
            self._submit()
        if self._running:
            timeout_s = None if may_wait and begun is None else 0
            for future in wait(self._running, timeout_s, FIRST_COMPLETED).done:
                self._finish(self._running.pop(future), future)

    def _submit(self) -> None:
        while self._due and len(self._running) < self._pool.room:
            task = self._due.popleft()
            self._running[self._pool.submit(task.handed_in)] = task

    def _begin(self, place: int, submission: Submission) -> None:
        if submission.error is not None:
            self._done.put(place, self._desk.refused(submission.error))
            return
        begun = self._begun[place] = {}
        due, times = [], []
        for stage in self._stages.values():
            read = self._read(stage, submission)
            if isinstance(read, StageResult):
                begun[stage.name] = read
                continue
            task = _Task(
                place, stage, read, digest([self._keys.get(stage.name, ""), *read.parts()])
            )
            kept = None if self._cache is None else self._cache.find(task.key, stage)
            if kept is None:
                due.append(task)
            else:
                begun[stage.name] = kept.result
                times.append(kept.time_s)
        self._due += due
        if self._cache is not None and (times or due):
            self._cache.count(None if due else max(times))
        self._settle(place)

    def _read(self, stage: Stage, submission: Submission) -> HandedIn | StageResult:
        """What was handed in of a stage, or its result where no worker is needed for that."""
        try:
            handed_in = self._desk.read(stage, submission.folder / stage.name)
        except Exception as error:  # noqa: BLE001 - whatever fails here is ours: withhold the mark
            return self._desk.failed(stage, error)
        return handed_in if handed_in.source.content is not None else self._desk.judge(handed_in)

    def _finish(self, task: _Task, future: Future[StageResult]) -> None:
        try:
            result = future.result()
        except Lost as error:
            result = self._desk.withheld(task.stage, str(error))
        if self._cache is not None:
            self._cache.keep(task.key, task.stage, result)
        self._begun[task.place][task.stage.name] = result
        self._settle(task.place)

    def _settle(self, place: int) -> None:
        """Puts a submission by once all of its stages are judged."""
        if len(self._begun[place]) == len(self._stages):
            begun = self._begun.pop(place)
            self._done.put(place, [begun[name] for name in self._stages])
