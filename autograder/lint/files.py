"""Files that do not fit course.yml: stubs, answer keys, examples, and what is made from it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path

from autograder import exercises
from autograder.course import Call
from autograder.errors import CourseError
from autograder.lesson import stale_notebooks
from autograder.lint.remark import Page, Remark
from autograder.public import FILE
from autograder.record import is_out_of_step


def stub_fits(page: Page) -> Iterator[Remark]:
    """The stub has every function, with the parameters of course.yml and a docstring."""
    path = page.shown / page.stage.file
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        yield Remark("stub", path, getattr(error, "lineno", None) or 1, f"cannot be read: {error}")
        return
    written = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for call in page.stage.calls:
        node = written.get(call.function)
        if node is None:
            yield Remark("stub", path, 1, f"there is no function {call.declaration}")
            continue
        if _parameters(node) != _parameters(_declared(call)):
            text = f"{node.name}{_parameters(node)} is {call.declaration} in course.yml"
            yield Remark("stub", path, node.lineno, text)
        if ast.get_docstring(node) is None:
            text = f"{node.name} has no docstring; students work from it alone"
            yield Remark("stub", path, node.lineno, text)


def _declared(call: Call) -> ast.FunctionDef:
    node = ast.parse(f"def {call.declaration}: ...").body[0]
    assert isinstance(node, ast.FunctionDef), "checked when the course was read"
    return node


def _parameters(node: ast.FunctionDef) -> str:
    """Names and defaults, without the types that a stub may tell."""
    given = copy.deepcopy(node.args)
    for item in ast.walk(given):
        if isinstance(item, ast.arg):
            item.annotation = None
    return f"({ast.unparse(given)})"


def misconceptions_are_seen(page: Page) -> Iterator[Remark]:
    """No misconception has the name of another, which would hide it without a word."""
    seen: dict[str, str] = {}
    single = page.hidden / "misconceptions.py"
    for path in [single] if single.exists() else sorted(page.hidden.glob("misconceptions/*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                if node.name in seen:
                    text = f"{node.name} is the name of another in {seen[node.name]} and hides it"
                    yield Remark("same-name", path, node.lineno, text)
                seen[node.name] = path.name


def exercises_fit(page: Page) -> Iterator[Remark]:
    """The file that students fill asks what course.yml asks, and the key answers just that."""
    asked = {exercise.key for exercise in page.stage.exercises}
    if not asked:
        return
    key = page.hidden / "exercises.yml"
    for name in sorted(set(exercises.read_key(key, sorted(asked))) - asked):
        yield Remark("exercises", key, 1, f"{name} is answered but never asked")
    path = page.shown / "exercises.yml"
    yield from (Remark("exercises", path, 1, text) for text in _sheet(path, asked))


def _sheet(path: Path, asked: set[str]) -> Iterator[str]:
    try:
        answers = exercises.read_answers(path.read_bytes())
        text = path.read_text(encoding="utf-8")
    except (OSError, exercises.UnreadableAnswers) as error:
        yield f"cannot be read: {error}"
        return
    if answers:
        yield f"{', '.join(sorted(answers))} is answered in the file that students get"
    rows = {line.split(":")[0] for line in text.splitlines()}
    for name in sorted(asked - rows):
        yield f"there is no line for {name}"


def examples_are_public(page: Page) -> Iterator[Remark]:
    """Every call has an example that students can try."""
    path = page.hidden / "public.py"
    for call in page.stage.calls:
        if not page.reference.public(call):
            text = f"{call.function} has no public example, so `check` says nothing of it"
            yield Remark("no-example", path, 1, text)


def made_files_fit(page: Page) -> Iterator[Remark]:
    """The public examples and the notebook are those that the course makes now."""
    course, stage = page.course, page.stage
    stale = "not what the course makes now; run `autograder {}`"
    if is_out_of_step(course, stage):
        yield Remark("stale-file", page.shown / FILE, 1, stale.format("record"))
    try:
        for notebook in stale_notebooks(course.only([stage.name])):
            yield Remark("stale-file", notebook, 1, stale.format("notebooks"))
    except CourseError as error:
        for complaint in error.complaints:
            yield Remark("lesson", Path(error.path), complaint.line, complaint.text)
