"""Gradescope: one stage's verdict as its results.json.

A test an object, so that the sum of `max_score` is what the stage is worth (the question graded by
hand apart, for which the assignment has a rubric of its own). There is no such document for a mark
that is withheld: without one the service says that the autograder failed, and gives no zero.
"""

from __future__ import annotations

import json
import math
from typing import Any

from autograder.course import Stage
from autograder.reports.looks import LOOKS
from autograder.result import Evidence, ObjectResult, StageResult, Status
from autograder.words import say


def render(stage: Stage, result: StageResult) -> str:
    """The document as text.

    Raises:
        ValueError: the mark is withheld.
    """
    if result.points is None:
        raise ValueError("a mark that is withheld has no results.json")
    document = {
        "output": _headline(stage, result),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": math.ceil(result.seconds),
        "extra_data": {"stage": result.name, "first_incorrect": result.first_incorrect},
        "tests": [_test(number, item) for number, item in enumerate(result.objects, 1)],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _headline(stage: Stage, result: StageResult) -> str:
    first = next((item for item in result.objects if item.name == result.first_incorrect), None)
    lines = [] if result.error is None else [f"{say('whole_stage')}: {result.error}"]
    if first is not None:
        lines.append(f"{say('first_incorrect_object', name=first.name)}. {first.message}")
        hint = next((item.hint for item in stage.objects if item.name == first.name), "")
        if first.status is Status.MISSING and hint:
            lines.append(f"{say('where_to_look')}: {hint}")
    elif all(item.status is Status.CORRECT for item in result.objects):
        lines.append(f"{say('everything_correct')}.")
    return "\n".join(lines)


def _test(number: int, item: ObjectResult) -> dict[str, Any]:
    right = item.status is Status.CORRECT
    return {
        "score": item.points,
        "max_score": item.max_points,
        "status": "passed" if right else "failed",
        "name": f"{item.name}: {LOOKS[item.status].word}",
        "number": str(number),
        "output": "" if right else _output(item),
        "visibility": "visible",
        "extra_data": {"object": item.name, "status": str(item.status), "cause": item.cause},
    }


def _output(item: ObjectResult) -> str:
    return "\n".join([item.message, *_evidence(item.evidence)])


def _evidence(evidence: Evidence | None) -> list[str]:
    if evidence is None:
        return []
    place = "" if evidence.index is None else f"[{', '.join(map(str, evidence.index))}]"
    facts = {"case": evidence.case, "index": place}
    return [say("evidence", **facts, expected=evidence.expected, got=evidence.got)]
