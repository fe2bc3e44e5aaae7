"""Results made by hand for the real course's stages, so that pages are drawn without grading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.course_file import read_course
from autograder.result import Evidence, ObjectResult, StageResult, Status, SubmissionResult

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1>\"'{{7*7}}</style>&\u202e"

Make = Callable[..., SubmissionResult]


@pytest.fixture(scope="session")
def course() -> Course:
    return read_course(ROOT)


@pytest.fixture(scope="session")
def submission(course: Course) -> Make:
    """Makes a submission: all correct but for some objects, named `stage.object`."""

    def make(
        student: str = "ada",
        changed: dict[str, ObjectResult] | None = None,
        errors: dict[str, str] | None = None,
        absent: tuple[str, ...] = (),
    ) -> SubmissionResult:
        stages = tuple(
            _stage(course, name, changed or {}, (errors or {}).get(name), name not in absent)
            for name in course.stages
        )
        first = next(
            ((stage.name, stage.first_incorrect) for stage in stages if stage.first_incorrect),
            None,
        )
        points = sum(stage.points or 0 for stage in stages)
        worth = sum(stage.max_points for stage in stages)
        return SubmissionResult(student, points, worth, first, None, stages)

    return make


def _stage(
    course: Course,
    name: str,
    changed: dict[str, ObjectResult],
    error: str | None,
    handed_in: bool,
) -> StageResult:
    stage = course.stages[name]
    objects = []
    for item in (*stage.objects, *stage.exercises):
        made = ObjectResult(item.name, Status.CORRECT, item.points, item.points, message="right")
        if not handed_in:
            made = replace(made, status=Status.MISSING, points=0.0, message="not handed in")
        given = changed.get(f"{name}.{item.name}")
        if given is not None:
            made = replace(given, name=item.name, max_points=item.points)
        objects.append(made)
    faults = (Status.INCORRECT, Status.MISSING)
    first = next((item.name for item in objects if handed_in and item.status in faults), None)
    earned = sum(item.points for item in objects)
    return StageResult(name, earned, stage.max_points, first, error, 0.1, tuple(objects), handed_in)


def verdict(
    status: Status, message: str = "", cause: str | None = None, evidence: Evidence | None = None
) -> ObjectResult:
    return ObjectResult("", status, 0.0, 0.0, cause, message, evidence)


@pytest.fixture(scope="session")
def faulty(submission: Make) -> SubmissionResult:
    """A submission with every status, evidence of every kind, and an error."""
    nan, inf = float("nan"), float("inf")
    arrays = ([[[0.25, 1.0, -2.0]] * 3] * 2, [[[0.25, 1.0, nan]] * 3] * 2)
    masks = ([[0.0, -inf], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    changed = {
        "shapes.parameter_count": verdict(
            Status.INCORRECT,
            "Biases are counted. Case d_k=1: expected 32, got 41. Nothing is added to X W_Q.",
            "biases_counted",
            Evidence("d_k=1", None, 32, 41),
        ),
        "masks.causal_mask": verdict(
            Status.INCORRECT,
            "It has the wrong shape.",
            None,
            Evidence("T=2", None, (2, 2), (3, 2), masks),
        ),
        "batching.S": verdict(
            Status.INCORRECT,
            "Not divided. Case B=2: at [0, 0, 2] expected -2, got nan. Look at the scale.",
            "scale_missing",
            Evidence("B=2", (0, 0, 2), -2.0, nan, arrays),
        ),
        "batching.A": verdict(Status.FOLLOWS, "Right, made from your own S."),
        "batching.H": verdict(Status.MISSING, "not filled in yet"),
        "batching.Y": verdict(Status.NOT_JUDGED, "Not reached: it needs H."),
        "audit.audit": verdict(Status.INCORRECT, "x" * 1990),
    }
    return submission("ben", changed, {"scores": "scores.py, line 3: SyntaxError: no"})


@pytest.fixture(scope="session")
def hostile(submission: Make) -> SubmissionResult:
    """A submission whose every text wants to be code."""
    evidence = Evidence(HOSTILE, (0,), HOSTILE, HOSTILE * 40)
    bad = verdict(Status.INCORRECT, HOSTILE, "cause", evidence)
    made = submission(HOSTILE, {"scores.S": bad, "masks.M": bad}, {"scores": HOSTILE})
    return replace(made, error=HOSTILE * 100)
