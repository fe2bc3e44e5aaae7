"""Mutants of a stage's reference and of the pieces it imports: does any object notice?

A mutant is the course author's code with one small change, so it runs in this process, with a
deadline where the system has an alarm. It is killed by the first value of a main case that differs
or raises; what survives that is put through the whole diagnosis.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import inspect
import signal
import textwrap
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType

from autograder.authoring import Case
from autograder.course import Call
from autograder.diagnosis import diagnose
from autograder.reference import Namespace, Reference
from autograder.result import Status
from autograder.selftest.equivalents import Equivalent
from autograder.selftest.mutators import Change, changes
from autograder.selftest.trial import Fate, MutantVerdict
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
    """Every function that the steps of a stage come from, modules in the order they are met.

    Objects marked by share are left out: any procedure with the right answers is right, so that
    one which survives a change says nothing of the cases.
    """
    steps = [
        reference.namespace[item.name]
        for item in reference.stage.objects
        if item.name in reference.namespace and "share" not in item.check
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
    reference: Reference, source: Source, listed: frozenset[Equivalent]
) -> Iterator[MutantVerdict]:
    """What became of every mutant of one function.

    Args:
        reference: the stage's reference.
        source: the function.
        listed: mutants that the author says are the same function.
    """
    bench = _Bench(reference)
    for change in changes(source.definition):
        verdict: Fate = "killed" if bench.kills(source, change) else "survived"
        if Equivalent(source.name, change.was, change.becomes) in listed:
            verdict = "equivalent" if verdict == "survived" else "listed"
        yield MutantVerdict(reference.stage.name, source.name, change.was, change.becomes, verdict)


class _Bench:
    """Where the mutants of one stage are tried."""

    def __init__(self, reference: Reference) -> None:
        self._reference = reference

    def kills(self, source: Source, change: Change) -> bool:
        """Whether any object of the stage is not correct under the changed function."""
        mutant = _compiled(source, change)
        namespace = planted(self._reference.namespace, source.function, mutant)
        mistaken = dict.fromkeys(
            (item.name for item in self._reference.stage.objects if item.name in namespace),
            namespace,
        )
        writing = Writing(self._reference, mistaken)
        try:
            with _deadline(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return any(self._differs(writing)) or self._is_found(writing)
        except _TooLongError:
            return True

    def _differs(self, writing: Writing) -> Iterator[bool]:
        """Whether a main case's results are wrong, case by case."""
        for call in self._reference.stage.calls:
            if all(item.name in self._reference.namespace for item in call.made):
                for case in self._reference.cases(call):
                    if case.group == "main":
                        yield self._is_wrong(writing, call, case)

    def _is_wrong(self, writing: Writing, call: Call, case: Case) -> bool:
        outcome = writing.outcome(call, case.args, case.kwargs)
        values = values_by_object(call.returns, call.made, outcome, call.order)
        if values is None:
            return True
        expected = self._reference.expected(call, case)
        return any(
            self._reference.comparison(item).difference(
                expected[item.name],
                values.get(item.name),
                self._reference.right_zeros(call, case, item),
            )
            for item in call.made
        )

    def _is_found(self, writing: Writing) -> bool:
        runs = {call.function: writing.run(call)[0] for call in self._reference.stage.calls}
        findings = diagnose(self._reference, runs, writing.ask)
        return any(found.status is not Status.CORRECT for found in findings.values())


def planted(namespace: Namespace, function: FunctionType, mutant: FunctionType) -> Namespace:
    """A copy of a module's names in which one function, here or in a module below, is changed.

    Args:
        namespace: of the module.
        function: the right function.
        mutant: what takes its place wherever it is called by name.
    """
    return _planted(namespace, function, mutant, {})


def _planted(
    namespace: Namespace, function: FunctionType, mutant: FunctionType, done: dict[int, Namespace]
) -> Namespace:
    if id(namespace) in done:
        return done[id(namespace)]
    made = done[id(namespace)] = dict(namespace)
    for name, value in namespace.items():
        if value is function:
            made[name] = _over(mutant, made) if function.__globals__ is namespace else mutant
        elif isinstance(value, FunctionType) and value.__globals__ is namespace:
            made[name] = _over(value, made)
        elif isinstance(value, FunctionType) and _reaches(value, function):
            below = _planted(value.__globals__, function, mutant, done)
            made[name] = below.get(value.__name__, value)
    return made


def _over(function: FunctionType, namespace: Namespace) -> FunctionType:
    """The function over other globals."""
    copy = FunctionType(
        function.__code__,
        namespace,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _called(function: FunctionType) -> list[FunctionType]:
    """Functions that a function names."""
    named = (function.__globals__.get(name) for name in _names(function.__code__))
    return [value for value in named if isinstance(value, FunctionType)]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _reaches(start: FunctionType, end: FunctionType) -> bool:
    seen: set[FunctionType] = set()
    waiting = [start]
    while waiting:
        function = waiting.pop()
        if function is end:
            return True
        if function not in seen:
            seen.add(function)
            waiting += _called(function)
    return False


def _source(function: FunctionType) -> Source | None:
    """The function's code; None for one that is no plain definition."""
    try:
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, ValueError):
        return None
    if not isinstance(definition, ast.FunctionDef) or function.__closure__:
        return None
    module = function.__module__.split(".", 1)[-1]
    return Source(f"{module}.{function.__name__}", function, definition)


def _compiled(source: Source, change: Change) -> FunctionType:
    function = ast.fix_missing_locations(copy.deepcopy(change.function))
    function.decorator_list = []
    scratch = dict(source.function.__globals__)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `is` with a number and the like, as mutants have it
        code = compile(ast.Module([function], []), f"<mutant of {source.name}>", "exec")
    exec(code, scratch)  # the course's own code, with one change
    mutant = scratch[function.name]
    assert isinstance(mutant, FunctionType)
    return _over(mutant, source.function.__globals__)


class _TooLongError(BaseException):
    """A mutant runs on; no `except Exception` on its way may take this for an outcome."""


@contextlib.contextmanager
def _deadline() -> Iterator[None]:
    """Ends what runs too long, where there is an alarm and this is the main thread."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, DEADLINE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
