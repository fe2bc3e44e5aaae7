"""Writes each stage's `public.json`: the public cases with the answers of the references.

The course author's command. Reads solutions/, so it never runs on a student's machine.
"""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from autograder.authoring import Case
from autograder.course import Call, Course, Object, Stage
from autograder.given import Given
from autograder.public import FILE, encode, recorded
from autograder.reference import Reference
from autograder.words import case_parts, languages, pattern, read_words, texts_of


def record_public(course: Course) -> list[Path]:
    """Writes all public files anew; returns those that changed."""
    changed = []
    for stage in course.stages.values():
        path, text = _path(course, stage), render_public(course, stage)
        if not _holds(path, text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def render_public(course: Course, stage: Stage) -> str:
    """The public file of one stage, as text."""
    reference = Reference(course, stage, seed=0)
    document: dict[str, Any] = {
        "course": course.title,
        "language": course.words.language,
        "stages": list(course.stages),
        "versions": {
            "python": ".".join(platform.python_version_tuple()[:2]),
            "numpy": ".".join(np.__version__.split(".")[:2]),
        },
        "name": stage.name,
        "title": stage.title,
        "calls": [_call(call) for call in stage.calls],
        "exercises": [asdict(item) for item in stage.exercises],
        "tolerance": asdict(course.tolerance),
        "limits": asdict(course.limits),
        "examples": [
            _example(reference, call, case)
            for call in stage.calls
            for case in reference.public(call)
        ],
    }
    document["words"] = _words(course, document)
    return json.dumps(document, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n"


def _words(course: Course, document: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The translations of a document's texts that the course has, by language."""
    names = [item["name"] for item in document["examples"]]
    texts = [*texts_of(document), *names, *(part for name in names for part in case_parts(name))]
    due = dict.fromkeys(form for text in texts for form in (text, pattern(text)))
    known = {language: read_words(course.root, language).texts for language in languages()}
    found = {
        language: {text: texts[text] for text in due if text in texts}
        for language, texts in known.items()
    }
    return {language: texts for language, texts in found.items() if texts}


def _call(call: Call) -> dict[str, Any]:
    return {
        "function": call.function,
        "declaration": call.declaration,
        "returns": call.returns,
        "otherwise": call.otherwise,
        "order": list(call.order),
        "objects": [_object(item) for item in call.objects],
    }


def _object(item: Object) -> dict[str, Any]:
    made = asdict(item)
    return {**made, "needs": list(item.needs), "check": list(item.check)}


def _example(reference: Reference, call: Call, case: Case) -> dict[str, Any]:
    expected = reference.expected(call, case)
    zeros = {item.name: reference.right_zeros(call, case, item) for item in call.made}
    return {
        "function": call.function,
        "name": case.name,
        "args": [encode(_public(reference, case, value)) for value in case.args],
        "kwargs": {
            key: encode(_public(reference, case, value)) for key, value in case.kwargs.items()
        },
        "expected": {key: encode(value) for key, value in expected.items()},
        "zeros": {
            key: encode(np.asarray(value)) for key, value in zeros.items() if value is not None
        },
        "is_main": case.group == "main",
    }


def _public(reference: Reference, case: Case, value: Any) -> Any:
    """A value a student may have; a function that is not given, as a recording of its answers."""
    if not callable(value) or isinstance(value, Given):
        return value
    return recorded(value, reference.questions(case))


def stages_out_of_step(course: Course) -> list[Stage]:
    """Stages whose public file is not what the references give now."""
    return [stage for stage in course.stages.values() if is_out_of_step(course, stage)]


def is_out_of_step(course: Course, stage: Stage) -> bool:
    """Whether a stage's public file is not what the references give now."""
    return not _holds(_path(course, stage), render_public(course, stage))


def _path(course: Course, stage: Stage) -> Path:
    return course.root / "assignments" / stage.name / FILE


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text
