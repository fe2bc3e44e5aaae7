"""The report as one JSON document, the form that other programs rely on.

    {"course": str, "version": str, "isolation": str, "submissions": [
      {"student": str, "points": float|null, "max_points": float,
       "first_incorrect": {"stage": str, "object": str}|null, "error": str|null,
       "stages": {"<stage>": {"points": float|null, "max_points": float,
          "first_incorrect": str|null, "error": str|null, "seconds": float,
          "objects": [{"name": str, "status": str, "points": float, "max_points": float,
             "cause": str|null, "message": str,
             "evidence": {"case": str, "index": [int]|null, "expected": any, "got": any}|null}]}}}]}

Numbers that JSON lacks are text: "nan", "inf", "-inf". A report is written as results come, and
none is held in memory.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from autograder.errors import HarnessError, UsageError
from autograder.result import Evidence, ObjectResult, Report, StageResult, SubmissionResult


def check_target(path: Path) -> None:
    """Makes sure, before any work, that a report can be written to `path`.

    Raises:
        UsageError: it cannot; the text says why.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file for the report")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = _draft(path)
        draft.touch()
        draft.unlink()
    except OSError as error:
        raise UsageError(f"{path}: no report can be written there: {error.strerror}") from None


def written(
    results: Iterable[SubmissionResult], path: Path, head: Callable[[], Report]
) -> Iterator[SubmissionResult]:
    """The same results; when the last one is taken, the report stands at `path`, whole.

    Args:
        results: what to report.
        path: where to. What stands there stays until the report is whole, and for good if it
            never is.
        head: what stands before the submissions, asked when the first of them is there.

    Raises:
        HarnessError: it cannot be written; what stood there before is as it was.
    """
    writer: _Writer | None = None
    try:
        for result in results:
            writer = writer or _Writer(path, head())
            writer.add(result)
            yield result
        writer = writer or _Writer(path, head())
        writer.finish()
    finally:
        if writer is not None:
            writer.close()


def render(report: Report) -> str:
    """The report as text, keys in a fixed order."""
    parts = [_opening(report)]
    parts += [_item(result, is_first=n == 0) for n, result in enumerate(report.submissions)]
    return "".join([*parts, _ending(is_empty=not report.submissions)])


class _Writer:
    """A report that grows beside its place, nameless, so that nothing is left if this is killed."""

    def __init__(self, path: Path, head: Report) -> None:
        self._path = path
        self._is_empty = True
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = TemporaryFile("w+", encoding="utf-8", dir=path.parent)  # noqa: SIM115
            self._file.write(_opening(head))

    def add(self, result: SubmissionResult) -> None:
        with self._told():
            self._file.write(_item(result, is_first=self._is_empty))
        self._is_empty = False

    def finish(self) -> None:
        draft = _draft(self._path)
        with self._told():
            try:
                self._file.write(_ending(is_empty=self._is_empty))
                self._file.seek(0)
                with open(draft, "w", encoding="utf-8") as whole:
                    shutil.copyfileobj(self._file, whole)
                    whole.flush()
                    os.fsync(whole.fileno())
                draft.replace(self._path)
            finally:
                with contextlib.suppress(OSError):
                    draft.unlink()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what could not be written to a full disk before
            self._file.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            said = f"{self._path}: the report was not written: {error.strerror}"
            raise HarnessError(said) from None


def _draft(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def _opening(head: Report) -> str:
    said = {"course": head.course, "version": head.version, "isolation": head.isolation}
    return _text(said).removesuffix("\n}") + ',\n "submissions": ['


def _item(result: SubmissionResult, *, is_first: bool) -> str:
    return ("\n  " if is_first else ",\n  ") + _text(_submission(result)).replace("\n", "\n  ")


def _ending(*, is_empty: bool) -> str:
    return "]\n}\n" if is_empty else "\n ]\n}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)


def _submission(result: SubmissionResult) -> dict[str, Any]:
    first = result.first_incorrect
    return {
        "student": result.student,
        "points": result.points,
        "max_points": result.max_points,
        "first_incorrect": first and {"stage": first[0], "object": first[1]},
        "error": result.error,
        "stages": {stage.name: _stage(stage) for stage in result.stages},
    }


def _stage(stage: StageResult) -> dict[str, Any]:
    return {
        "points": stage.points,
        "max_points": stage.max_points,
        "first_incorrect": stage.first_incorrect,
        "error": stage.error,
        "seconds": stage.seconds,
        "objects": [_object(item) for item in stage.objects],
    }


def _object(item: ObjectResult) -> dict[str, Any]:
    return {
        "name": item.name,
        "status": str(item.status),
        "points": item.points,
        "max_points": item.max_points,
        "cause": item.cause,
        "message": item.message,
        "evidence": _evidence(item.evidence),
    }


def _evidence(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "case": evidence.case,
        "index": evidence.index and list(evidence.index),
        "expected": _plain(evidence.expected),
        "got": _plain(evidence.got),
        "arrays": _plain(evidence.arrays),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
