"""Texts for students that hold the line of code they are to find."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from types import FunctionType

from autograder.lint.remark import Page, Remark, at_cause

SHORTEST = 8
"""Characters, spaces apart, from which on a returned expression counts as an answer."""

COMPUTED = (ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.IfExp, ast.Subscript, ast.UnaryOp)


def texts_keep_the_answer(page: Page) -> Iterator[Remark]:
    """No hint and no text of a cause holds an expression that the reference returns."""
    answers = sorted(_expressions(page), key=len, reverse=True)
    for item in page.stage.objects:
        if (answer := _held(answers, item.hint)) is not None:
            yield page.at_object("answer-in-hint", item.name, f"the hint gives away `{answer}`")
    for name in page.reference.misconceptions:
        for made in page.reference.misconceptions[name]:
            if (answer := _held(answers, f"{made.says} {made.look}")) is not None:
                yield at_cause("answer-in-hint", made, f"its text gives away `{answer}`")


def _held(answers: list[str], text: str) -> str | None:
    packed = _packed(text)
    return next((answer for answer in answers if _packed(answer) in packed), None)


def _packed(text: str) -> str:
    return re.sub(r"\s", "", text)


def _expressions(page: Page) -> set[str]:
    """What the reference's own functions return, where that is more than a name."""
    solutions = str(page.course.root / "solutions")
    found = set()
    for value in page.reference.namespace.values():
        if isinstance(value, FunctionType) and value.__code__.co_filename.startswith(solutions):
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(value)))):
                if isinstance(node, ast.Return) and isinstance(node.value, COMPUTED):
                    found.add(ast.unparse(node.value))
    return {text for text in found if len(_packed(text)) >= SHORTEST}
