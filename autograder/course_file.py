"""Reads `course.yml`, and reports every mistake in it at once, with its line."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.course import Call, Course, Exercise, Object, Question, Stage, Tolerance
from autograder.errors import Complaint, CourseError
from autograder.limits import Limits
from autograder.located_yaml import Located
from autograder.located_yaml import Path as Path_
from autograder.near import did_you_mean
from autograder.words import SOURCE, Words, read_words, translated

SCHEMA = Path(__file__).with_name("course.schema.json")

ARRAYS = {"values", "broadcast", "zeros"}
"""Checks that are put to arrays."""


def find_course(path: Path | None = None) -> Path:
    """The course.yml to use: at `path`, else nearest above here, else beside this package.

    Args:
        path: a course's folder or course.yml, as given on the command line.
    """
    if path is not None:
        return path / "course.yml" if path.is_dir() else path
    here = Path.cwd()
    places = [here, *here.parents, Path(__file__).resolve().parent.parent]
    found = (folder / "course.yml" for folder in places)
    return next((file for file in found if file.exists()), here / "course.yml")


def read_course(path: Path, language: str | None = None) -> Course:
    """The course described by `path`.

    Args:
        path: a course.yml, or the folder that holds one.
        language: what students read it in; by default what the course says.

    Raises:
        CourseError: the author must edit the file; every complaint names its line.
        UsageError: there is no such language.
    """
    if path.is_dir():
        path = path / "course.yml"
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        missing = "there is no course.yml here; name the course's folder with --course"
        raise CourseError(path, [Complaint(1, missing)]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(path, [Complaint(1, f"cannot be read as UTF-8 text: {error}")]) from None
    located = Located(text)
    complaints = located.complaints or list(_against_schema(located))
    if not complaints:
        complaints = list(_against_sense(located))
    if complaints:
        raise CourseError(path, complaints)
    root, data = path.parent.resolve(), located.data
    words = read_words(root, language or data.get("language", SOURCE))
    return _course(root, translated(data, words), words)


def _against_schema(located: Located) -> Iterator[Complaint]:
    import fastjsonschema  # quick to import and to say yes; jsonschema explains a no

    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    try:
        fastjsonschema.validate(schema, located.data, use_default=False)
        return
    except fastjsonschema.JsonSchemaValueException:
        import jsonschema

    for error in jsonschema.Draft7Validator(schema).iter_errors(located.data):
        path = tuple(error.absolute_path)
        place = ".".join(str(step) for step in path) or "course.yml"
        for key, text in _explain(error):
            yield Complaint(located.line((*path, key) if key else path), f"{place}: {text}")


def _explain(error: Any) -> Iterator[tuple[str | None, str]]:
    """What is wrong and what is allowed, with the key it stands at where that is a part."""
    if error.validator == "additionalProperties":
        allowed = sorted(error.schema.get("properties", {}))
        for name in sorted(set(error.instance) - set(allowed)):
            near = did_you_mean(name, allowed)
            yield name, f"{name!r} is not known here{near}; allowed: {', '.join(allowed)}"
    elif error.validator == "enum":
        allowed = [str(item) for item in error.validator_value]
        near = did_you_mean(str(error.instance), allowed)
        yield None, f"{error.instance!r} is not allowed{near}; allowed: {', '.join(allowed)}"
    elif error.validator == "required":
        wanted = [name for name in error.validator_value if name not in error.instance]
        yield None, f"{', '.join(wanted)} must be given"
    elif "propertyNames" in error.absolute_schema_path:
        name = str(error.instance)
        yield name, f"{name!r} is no name: a letter, then letters, digits and _ are allowed"
    else:
        told = error.schema.get("description")
        yield None, str(error.message)[:200] + (f" ({told})" if told else "")


def _against_sense(located: Located) -> Iterator[Complaint]:
    """What no schema says: names that must exist, stand once, and come before their use."""
    for stage_name, stage in located.data["stages"].items():
        yield from _lesson_complaints(located, stage_name, stage)
        earlier: list[str] = []
        functions: set[str] = set()
        for place, call in enumerate(stage["calls"]):
            path: Path_ = ("stages", stage_name, "calls", place)
            where = f"stages.{stage_name}.calls.{call['call']}"
            for said in _call_complaints(located, path, call, functions):
                yield Complaint(said.line, f"{where}: {said.text}")
            functions.add(call["call"].split("(")[0])
            for name, item in call["objects"].items():
                line = located.line((*path, "objects", name))
                for text in _object_complaints(name, item, earlier):
                    yield Complaint(line, f"{where}: {text}")
                earlier.append(name)


def _lesson_complaints(
    located: Located, stage_name: str, stage: dict[str, Any]
) -> Iterator[Complaint]:
    known = len(located.data.get("lessons", ()))
    parts: list[tuple[Path_, dict[str, Any]]] = [(("question",), stage.get("question", {}))]
    for group in ("exercises", "questions"):
        parts += [((group, key), item) for key, item in stage.get(group, {}).items()]
    for keys, item in parts:
        if item.get("lesson", 0) > known:
            path: Path_ = ("stages", stage_name, *keys, "lesson")
            place = ".".join(str(step) for step in path)
            text = f"{place}: there is no lesson {item['lesson']}; `lessons` has {known}"
            yield Complaint(located.line(path), text)


def _call_complaints(
    located: Located, path: Path_, call: dict[str, Any], functions: set[str]
) -> Iterator[Complaint]:
    if _signature(call["call"]) is None:
        text = "not a function with its parameters, as in f(x, y=None)"
        yield Complaint(located.line((*path, "call")), text)
    if call["call"].split("(")[0] in functions:
        yield Complaint(located.line(path), "this function is called twice in the stage")
    otherwise = call.get("otherwise")
    if otherwise is not None and otherwise not in call["objects"]:
        near = did_you_mean(otherwise, call["objects"])
        text = f"otherwise: {otherwise!r} is none of its objects{near}"
        yield Complaint(located.line((*path, "otherwise")), text)
    if "order" in call and not _is_order(call):
        text = "order: it names all objects of a returned sequence, each once"
        yield Complaint(located.line((*path, "order")), text)


def _is_order(call: dict[str, Any]) -> bool:
    made = set(call["objects"]) - {call.get("otherwise")}
    return call.get("returns") == "sequence" and sorted(call["order"]) == sorted(made)


def _object_complaints(name: str, item: dict[str, Any], earlier: list[str]) -> Iterator[str]:
    if name in earlier:
        yield f"object {name!r} stands twice in the stage"
    for need in item.get("needs", ()):
        if need not in earlier:
            yield f"{name} needs {need!r}, which is no earlier object{did_you_mean(need, earlier)}"
    if "draw" in item and not ARRAYS.issuperset(item.get("check", ())):
        yield f"{name} has a draw, but its check is not one of an array"


def _signature(declaration: str) -> inspect.Signature | None:
    """Parameters of `f(x, y=None)`; None where it isn't of that form. Defaults are literals."""
    import ast

    try:
        tree = ast.parse(f"def {declaration}: ...").body
        if len(tree) != 1 or not isinstance(tree[0], ast.FunctionDef):
            return None
        given = tree[0].args
        defaults = [ast.literal_eval(item) for item in given.defaults]
        if given.kwonlyargs or given.kwarg:
            return None
    except (SyntaxError, ValueError):
        return None
    empty = inspect.Parameter.empty
    names = [item.arg for item in (*given.posonlyargs, *given.args)]
    padded = [empty] * (len(names) - len(defaults)) + defaults
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        inspect.Parameter(name, kind, default=default)
        for name, default in zip(names, padded, strict=True)
    ]
    if given.vararg:
        parameters.append(inspect.Parameter(given.vararg.arg, inspect.Parameter.VAR_POSITIONAL))
    return inspect.Signature(parameters)


def _course(root: Path, data: dict[str, Any], words: Words) -> Course:
    return Course(
        root=root,
        title=data["course"],
        version=data["version"],
        carried_forward=float(data.get("carried_forward", 1.0)),
        evidence=data.get("feedback", {}).get("evidence", "entry"),
        limits=Limits(**data.get("limits", {})),
        tolerance=Tolerance(**data.get("tolerance", {})),
        lessons=tuple(data.get("lessons", ())),
        stages={name: _stage(name, stage) for name, stage in data["stages"].items()},
        words=words,
    )


def _stage(name: str, data: dict[str, Any]) -> Stage:
    return Stage(
        name=name,
        title=data["title"],
        lesson=data.get("lesson", ""),
        files=tuple(data.get("files", ())),
        calls=tuple(_call(call) for call in data["calls"]),
        exercises=tuple(
            Exercise(**{**item, "key": key, "points": float(item["points"])})
            for key, item in data.get("exercises", {}).items()
        ),
        questions=tuple(
            Question(**{**item, "key": key, "points": float(item["points"])})
            for key, item in _questions(data)
        ),
    )


def _questions(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each question of a stage with its key, the one without a key first."""
    if "question" in data:
        yield "", data["question"]
    yield from data.get("questions", {}).items()


def _call(data: dict[str, Any]) -> Call:
    function = data["call"].split("(")[0]
    signature = _signature(data["call"])
    assert signature is not None, "checked when the course was read"
    otherwise = data.get("otherwise")
    made = [name for name in data["objects"] if name != otherwise]
    return Call(
        function=function,
        declaration=data["call"],
        signature=signature,
        returns=data.get("returns", "one"),
        otherwise=otherwise,
        order=tuple(data.get("order", made)),
        callback_calls=data.get("callback_calls"),
        objects=tuple(_object(name, function, item) for name, item in data["objects"].items()),
    )


def _object(name: str, call: str, data: dict[str, Any]) -> Object:
    return Object(
        name=name,
        call=call,
        points=float(data["points"]),
        formula=data.get("formula", ""),
        shape=data.get("shape", ""),
        needs=tuple(data.get("needs", ())),
        hint=data.get("hint", ""),
        check=tuple(data.get("check", ("values",))),
        draw=data.get("draw", ""),
    )
