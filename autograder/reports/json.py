"""The report as one JSON document, the form that other programs rely on.

    {"course": str, "version": str, "isolation": str, "submissions": [
      {"student": str, "points": float|null, "max_points": float,
       "first_incorrect": {"stage": str, "object": str}|null, "error": str|null,
       "stages": {"<stage>": {"points": float|null, "max_points": float,
          "first_incorrect": str|null, "error": str|null, "seconds": float,
          "objects": [{"name": str, "status": str, "points": float, "max_points": float,
             "cause": str|null, "message": str,
             "evidence": {"case": str, "index": [int]|null, "expected": any, "got": any}|null}]}}}]}

Numbers that JSON lacks are text: "nan", "inf", "-inf".
"""

from __future__ import annotations

import contextlib
import json
import math
import os
from pathlib import Path
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


def write_report(report: Report, path: Path) -> None:
    """Writes the report to `path` whole or not at all.

    Raises:
        HarnessError: it cannot be written; what stood there before is as it was.
    """
    draft = _draft(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(render(report), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise HarnessError(f"{path}: the report was not written: {error.strerror}") from None


def _draft(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def render(report: Report) -> str:
    """The report as text, keys in a fixed order."""
    document = {
        "course": report.course,
        "version": report.version,
        "isolation": report.isolation,
        "submissions": [_submission(result) for result in report.submissions],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


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
