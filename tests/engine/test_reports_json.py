"""The JSON report, key by key as other programs rely on it."""

import json
import math

import jsonschema
import pytest

from autograder.reports.json import render, written
from autograder.result import (
    Evidence,
    ObjectResult,
    Report,
    StageResult,
    Status,
    SubmissionResult,
)
from autograder.submission import Submission

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def maybe(schema):
    return {"anyOf": [schema, {"type": "null"}]}


def record(**properties):
    return {"type": "object", "required": list(properties), "properties": properties}


EVIDENCE = record(
    case=TEXT, index=maybe({"type": "array", "items": {"type": "integer"}}), expected={}, got={}
)
OBJECT = record(
    name=TEXT,
    status={"enum": ["correct", "incorrect", "follows", "missing", "not_judged"]},
    points=NUMBER,
    max_points=NUMBER,
    cause=maybe(TEXT),
    message={"type": "string", "minLength": 1, "maxLength": 2000},
    evidence=maybe(EVIDENCE),
)
STAGE = record(
    points=maybe(NUMBER),
    max_points=NUMBER,
    first_incorrect=maybe(TEXT),
    error=maybe(TEXT),
    seconds=NUMBER,
    objects={"type": "array", "items": OBJECT},
)
SCHEMA = record(
    course=TEXT,
    version=TEXT,
    isolation=TEXT,
    submissions={
        "type": "array",
        "items": record(
            student=TEXT,
            points=maybe(NUMBER),
            max_points=NUMBER,
            first_incorrect=maybe(record(stage=TEXT, object=TEXT)),
            error=maybe(TEXT),
            stages={"type": "object", "additionalProperties": STAGE},
        ),
    },
)


def made(*objects, points=1.0, first=None, error=None, student="ada"):
    stage = StageResult("s", points, 2.0, first, error, 0.5, objects)
    lead = first and ("s", first)
    return SubmissionResult(student, points, 2.0, lead, error, (stage,))


def report(*submissions):
    return Report("Sums", "1.0", "strong", submissions)


def parsed(*submissions):
    def refuse(name):
        raise AssertionError(f"{name} is no JSON")

    return json.loads(render(report(*submissions)), parse_constant=refuse)


def one(expected, got, index=(0,)):
    """The evidence of one object as the report has it."""
    evidence = Evidence("c", index, expected, got)
    item = ObjectResult("x", Status.INCORRECT, 0.0, 2.0, "sign", "no", evidence)
    (stage,) = parsed(made(item))["submissions"][0]["stages"].values()
    return stage["objects"][0]["evidence"]


def test_a_whole_report():
    right = ObjectResult("a", Status.CORRECT, 1.0, 1.0, message="right")
    wrong = ObjectResult(
        "b", Status.INCORRECT, 0.0, 1.0, "sign", "turned", Evidence("c", (0, 1), 1.0, -1.0)
    )
    document = parsed(made(right, wrong, first="b"))
    evidence = document["submissions"][0]["stages"]["s"]["objects"][1]["evidence"]
    kept = {key: evidence.pop(key) for key in ("case", "index", "expected", "got")}
    assert kept == {"case": "c", "index": [0, 1], "expected": 1.0, "got": -1.0}
    document["submissions"][0]["stages"]["s"]["objects"][1]["evidence"] = None
    assert document == {
        "course": "Sums",
        "version": "1.0",
        "isolation": "strong",
        "submissions": [
            {
                "student": "ada",
                "points": 1.0,
                "max_points": 2.0,
                "first_incorrect": {"stage": "s", "object": "b"},
                "error": None,
                "stages": {
                    "s": {
                        "points": 1.0,
                        "max_points": 2.0,
                        "first_incorrect": "b",
                        "error": None,
                        "seconds": 0.5,
                        "objects": [
                            {
                                "name": "a", "status": "correct", "points": 1.0, "max_points": 1.0,
                                "cause": None, "message": "right", "evidence": None,
                            },
                            {
                                "name": "b", "status": "incorrect", "points": 0.0,
                                "max_points": 1.0, "cause": "sign", "message": "turned",
                                "evidence": None,
                            },
                        ],
                    }
                },
            }
        ],
    }  # fmt: skip


def test_a_withheld_mark_is_null():
    (submission,) = parsed(made(points=None, error="withheld"))["submissions"]
    assert submission["points"] is None
    assert submission["stages"]["s"]["points"] is None


def test_no_submission():
    assert parsed()["submissions"] == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (math.nan, "nan"), (math.inf, "inf"), (-math.inf, "-inf"), (0.0, 0.0), (1e-300, 1e-300),
        (None, None), (True, True), (7, 7), ("text", "text"), ([2, 3], [2, 3]), ((2, 3), [2, 3]),
        ([math.nan, [math.inf]], ["nan", ["inf"]]),
    ],
    ids=str,
)  # fmt: skip
def test_values_of_evidence(value, shown):
    evidence = one(value, value)
    assert (evidence["expected"], evidence["got"]) == (shown, shown)


@pytest.mark.parametrize(
    ("index", "shown"), [(None, None), ((), []), ((0,), [0]), ((1, 2), [1, 2])]
)
def test_an_index(index, shown):
    assert one(1.0, 2.0, index)["index"] == shown


def test_text_stays_as_it_is():
    document = parsed(made(student="Zoë \\x1b 学生"))
    assert document["submissions"][0]["student"] == "Zoë \\x1b 学生"


def test_the_file_is_written_whole_and_alone(tmp_path):
    path = tmp_path / "new" / "report.json"
    for _ in range(2):
        assert list(written([made()], path, report)) == [made()]
    assert [item.name for item in path.parent.iterdir()] == ["report.json"]
    assert path.read_text(encoding="utf-8") == render(report(made()))


@pytest.mark.parametrize("students", [(), ("ada",), ("ada", "Zoë\u2028", "cy")], ids=len)
def test_it_is_written_as_one_document_would_be(tmp_path, students):
    path = tmp_path / "report.json"
    results = [made(points=None, error="x\n", student=student) for student in students]
    assert list(written(iter(results), path, report)) == results
    text = path.read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1) + "\n"
    assert text == render(report(*results))
    assert [item["student"] for item in json.loads(text)["submissions"]] == list(students)


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_the_old_report_stays_until_the_new_one_is_whole(tmp_path, taken):
    path = tmp_path / "report.json"
    path.write_text("old", encoding="utf-8")
    coming = written(iter([made(), made()]), path, report)
    for _ in range(taken):
        next(coming)
    assert path.read_text(encoding="utf-8") == "old"
    coming.close()
    assert path.read_text(encoding="utf-8") == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["report.json"]


def test_results_are_asked_for_one_by_one(tmp_path):
    asked = []

    def results():
        for student in ("ada", "ben"):
            asked.append(student)
            yield made(student=student)

    coming = written(results(), tmp_path / "report.json", report)
    assert next(coming).student == "ada"
    assert asked == ["ada"]
    coming.close()


def test_a_fault_of_grading_is_not_said_to_be_one_of_the_report(tmp_path):
    def results():
        yield made()
        raise FileNotFoundError("a course")

    with pytest.raises(FileNotFoundError, match="a course"):
        list(written(results(), tmp_path / "report.json", report))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["right", "basis_two_apart", "basis_syntax_error", "factor_zeros", "fitting_leaves"]
)
def test_a_graded_submission_keeps_to_the_schema(grader, small, name):
    result = grader.grade(Submission(name, small / "submissions" / name))
    document = parsed(result)
    jsonschema.validate(document, SCHEMA)
    (submission,) = document["submissions"]
    assert submission["student"] == name
    assert list(submission["stages"]) == ["basis", "factor", "fitting"]
