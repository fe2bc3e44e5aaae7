"""GitHub Classroom: one runner's result as its reporter reads it, base64 of a JSON document.

    {"version": 1, "status": "pass"|"fail"|"error", "max_score": float, "tests": [
      {"name": str, "status": "pass"|"fail"|"error", "score": float, "message": str,
       "test_code": str, "filename": str, "line_no": int}]}

In a workflow, `autograder grade` sets the step's output `result`:

    - id: scores
      run: autograder grade . --course ../course --github-classroom scores
      continue-on-error: true
    - uses: classroom-resources/autograding-grading-reporter@v1
      env: {SCORES_RESULTS: "${{ steps.scores.outputs.result }}"}
      with: {runners: scores}

The points that the reporter sends are the sum of the tests' scores; its console counts tests.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.result import ObjectResult, StageResult, Status

OUTPUT = "GITHUB_OUTPUT"
"""The environment variable that names the file in which a step's outputs are set."""


def render(stages: Sequence[StageResult]) -> str:
    """The document as one line of base64."""
    document = json.dumps(_document(stages), ensure_ascii=False, allow_nan=False)
    return base64.b64encode(document.encode("utf-8")).decode("ascii")


def set_output(text: str) -> None:
    """Make `text` the step's output `result`; outside of a workflow, write it on stdout."""
    line = f"result={text}\n"
    place = os.environ.get(OUTPUT)
    if place:
        with Path(place).open("a", encoding="utf-8") as outputs:
            outputs.write(line)
    else:
        sys.stdout.write(line)


def _document(stages: Sequence[StageResult]) -> dict[str, Any]:
    tests = [_test(stage, item) for stage in stages for item in stage.objects]
    if any(test["status"] == "error" for test in tests):
        status = "error"
    else:
        status = "pass" if all(test["status"] == "pass" for test in tests) else "fail"
    return {
        "version": 1,
        "status": status,
        "max_score": sum(stage.max_points for stage in stages),
        "tests": tests,
    }


def _test(stage: StageResult, item: ObjectResult) -> dict[str, Any]:
    withheld = stage.points is None
    right = item.status is Status.CORRECT
    message = stage.error or "" if withheld else item.message
    return {
        "name": f"{stage.name}: {item.name}",
        "status": "error" if withheld else "pass" if right else "fail",
        "score": 0.0 if withheld else item.points,
        "message": "" if right else f"{str(item.status).replace('_', ' ')}: {message}",
        "test_code": "",
        "filename": f"{stage.name}.py",
        "line_no": 0,
    }
