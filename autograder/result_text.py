"""A stage's result as text and back, exactly.

For what lies on disk between two runs, or between a worker and its turn in the report. It is not
the report, whose form others rely on.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from autograder.course import Stage
from autograder.result import Evidence, ObjectResult, StageResult, Status


def encode(result: StageResult) -> bytes:
    """The result as one line of ASCII."""
    return json.dumps(asdict(result), separators=(",", ":")).encode("ascii")


def decode(text: bytes, stage: Stage) -> StageResult:
    """The result that was encoded.

    Args:
        text: what `encode` gave, or anything else.
        stage: the stage that it must be a result of.

    Raises:
        ValueError: it is no result of this stage.
    """
    try:
        data = json.loads(text)
        objects = tuple(map(_object, data.pop("objects")))
        result = StageResult(objects=objects, **data)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no result: {error}") from None
    due = [(item.name, item.points) for item in stage.objects]
    due += [(item.name, item.points) for item in stage.exercises]
    if result.name != stage.name or [(i.name, i.max_points) for i in objects] != due:
        raise ValueError(f"no result of stage {stage.name} as it is now")
    return result


def _object(data: dict[str, Any]) -> ObjectResult:
    status, evidence = Status(data.pop("status")), data.pop("evidence")
    return ObjectResult(
        status=status, evidence=None if evidence is None else _evidence(evidence), **data
    )


def _evidence(data: dict[str, Any]) -> Evidence:
    index, arrays = data.pop("index"), data.pop("arrays")
    return Evidence(
        index=None if index is None else tuple(index),
        arrays=None if arrays is None else (arrays[0], arrays[1]),
        **data,
    )
