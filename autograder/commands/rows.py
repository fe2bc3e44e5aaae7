"""What stays of a run's results once they are reported: little, for there may be many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from autograder.result import StageResult, Status, SubmissionResult


class Rows:
    """A row of the table each, and the exit status of all.

    Attributes:
        rows: results of which only what the table shows is left.
        status: 0 all correct, 1 something is not, 3 a mark is withheld.
    """

    def __init__(self) -> None:
        self.rows: list[SubmissionResult] = []
        self.status = 0
        self._stages: dict[StageResult, StageResult] = {}

    def added(self, results: Iterable[SubmissionResult]) -> Iterator[SubmissionResult]:
        """The same results."""
        for result in results:
            self.status = max(self.status, _exit_status(result))
            stages = tuple(map(self._stage, result.stages))
            has_any = any(stage.handed_in for stage in stages) or result.points is None
            error = None if has_any else result.error
            self.rows.append(replace(result, error=error, stages=stages))
            yield result

    def _stage(self, stage: StageResult) -> StageResult:
        """What the table shows of a stage; that of many students is one and the same."""
        wrong = [item for item in stage.chain if item.status is not Status.CORRECT]
        left = tuple(replace(item, cause=None, message="", evidence=None) for item in wrong[:1])
        row = replace(stage, error=stage.error and "…", seconds=0.0, objects=left)
        return self._stages.setdefault(row, row)


def _exit_status(result: SubmissionResult) -> int:
    if result.points is None:
        return 3
    right = all(item.status is Status.CORRECT for stage in result.stages for item in stage.objects)
    return 0 if right else 1
