"""Mutants of a stage's reference and of the pieces it imports: does any object notice?

A mutant is the course author's code with one small change, so it runs in this process, with a
deadline where the system has an alarm. It is killed by the first value of a main case that differs
or raises; what survives that is put through the whole diagnosis.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import numpy as np

from autograder.authoring import Case, Misconception
from autograder.course import Call
from autograder.diagnosis import diagnose
from autograder.reference import Namespace, Reference
from autograder.result import Status
from autograder.selftest.equivalents import Equivalents
from autograder.selftest.mutators import Change, changes
from autograder.selftest.trial import MutantVerdict
from autograder.selftest.writing import Writing
from autograder.values import values_by_object

DEADLINE_S = 2.0


@dataclass(frozen=True)
class Source:
    """One function of the reference, or of a module that it imports from.

    Attributes:
        name: module below the course's solutions, and function.
        function: it.
        definition: its code.
    """

    name: str
    function: FunctionType
    definition: ast.FunctionDef


def sources(reference: Reference) -> list[Source]:
    """Every function that the steps of a stage come from, modules in the order they are met."""
    steps = [
        reference.namespace[item.name]
        for item in reference.stage.objects
        if item.name in reference.namespace
    ]
    root = str(reference.course.root / "solutions")
    found: dict[FunctionType, None] = {}
    waiting = [step for step in steps if isinstance(step, FunctionType)]
    while waiting:
        function = waiting.pop(0)
        if function not in found and function.__code__.co_filename.startswith(root):
            found[function] = None
            waiting += _called(function)
    return [made for function in found if (made := _source(function)) is not None]


def verdicts(
    reference: Reference, source: Source, equivalents: Equivalents
) -> Iterator[MutantVerdict]:
    """What became of every mutant of one function.

    Args:
        reference: the stage's reference.
        source: the function.
        equivalents: the author's list for this stage.
    """
    for change in changes(source.definition):
        if _is_killed(reference, source, change):
            equivalents.is_listed(source.name, change, killed=True)
            verdict = "killed"
        elif equivalents.is_listed(source.name, change, killed=False):
            verdict = "equivalent"
        else:
            verdict = "survived"
        yield MutantVerdict(
            reference.stage.name,
            source.name,
            change.was,
            change.becomes,
            verdict,  # type: ignore[arg-type]  # one of the three
        )
