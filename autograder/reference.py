"""The hidden side of one stage: right steps, cases, and known misconceptions of the steps.

A step is the function of `solutions/<stage>/reference.py` that makes one object; what it needs is
given to it by the names of its parameters. A variant is a copy of the reference in which one name
stands for something else. Knows nothing of students, workers or marks. Lives only in processes
that never run a student's code.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from autograder.authoring import Case, Misconception, Relation
from autograder.compare import Comparison
from autograder.course import Call, Course, Object, Stage
from autograder.errors import Complaint, CourseError

Namespace = dict[str, Any]
REDRAWS = 50
FLOAT32_SHARE = 0.1
"""Share of the tolerance that float32 arithmetic may use up on a case that is fair."""

MAX_KEPT_BYTES = 48 * 1024 * 1024
"""Memory for what mistaken steps make of the cases, which is the same for all submissions."""
_ENTRY_BYTES = 400
"""What one such value takes besides its numbers."""


class Reference:
    """One stage's steps, cases and misconceptions.

    Args:
        course: the course.
        stage: the stage.
        seed: what the hidden cases are drawn from.
    """

    def __init__(self, course: Course, stage: Stage, seed: int) -> None:
        self.course = course
        self.stage = stage
        self.seed = seed
        self._package = _package(course.root / "solutions")
        self.namespace: Namespace = vars(self._module("reference"))
        self._calls = {call.function: call for call in stage.calls}
        self._drawn: dict[str, tuple[tuple[Case, ...], tuple[Relation, ...]]] = {}
        self._expected: dict[Case, dict[str, Any]] = {}
        self._named: dict[Case | Relation, Namespace] = {}
        self._zeros: dict[tuple[Case, str], Any] = {}
        self._variants: dict[tuple[Misconception, ...], Namespace] = {}
        self._pair: tuple[tuple[Misconception, ...], Namespace] = (), {}
        self._mistaken: dict[tuple[Case, str, tuple[Misconception, ...]], Any] = {}
        self._kept_bytes = 0
        self._needs: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for item in stage.objects:
            if item.name not in self.namespace and self._steps_due(item):
                raise self._complaint("reference", f"there is no step {item.name}")

    def prepare(self) -> None:
        """Draws every case and makes every right value, so that a fault of the course shows now.

        Raises:
            CourseError: a step, a case or a misconception is not as it must be.
        """
        for call in self.stage.calls:
            for case in self.cases(call):
                self.expected(call, case)
        assert self.misconceptions is not None

    def call(self, function: str) -> Call:
        """The call of that name."""
        return self._calls[function]

    def cases(self, call: Call) -> tuple[Case, ...]:
        """The hidden cases of `call`, smallest first."""
        return self._draw(call)[0]

    def relations(self, call: Call) -> tuple[Relation, ...]:
        """The hidden relations of `call`."""
        return self._draw(call)[1]

    @cached_property
    def misconceptions(self) -> dict[str, tuple[Misconception, ...]]:
        """The known mistakes by the object they spoil, in the author's order."""
        found: dict[str, list[Misconception]] = {item.name: [] for item in self.stage.objects}
        for value in vars(self._module("misconceptions")).values():
            for made in getattr(value, "misconceptions", ()):
                if made.object not in found:
                    raise self._complaint(
                        "misconceptions", f"{made.cause}: no object {made.object}"
                    )
                found[made.object].append(made)
        return {name: tuple(made) for name, made in found.items()}

    def variant(self, *made: Misconception) -> Namespace:
        """The reference as someone with these misconceptions would have written it."""
        replaced = {item.replaces: item.code for item in made}
        if len(made) > 1:  # too many to keep more than one
            if self._pair[0] != made:
                self._pair = made, _rebound(self.namespace, replaced)
            return self._pair[1]
        if made not in self._variants:
            self._variants[made] = _rebound(self.namespace, replaced)
        return self._variants[made]

    def inputs(self, call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Namespace:
        """A call's arguments by the names of its parameters."""
        if not kwargs and args and len(args) == len(call.parameters):
            return dict(zip(call.parameters, args, strict=True))
        bound = call.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return dict(bound.arguments)

    def named(self, call: Call, case: Case | Relation) -> Namespace:
        """The arguments of a case by the names of the call's parameters."""
        if case not in self._named:
            self._named[case] = self.inputs(call, case.args, case.kwargs)
        return self._named[case]

    def parameters(self, name: str) -> tuple[str, ...]:
        """What the step of object `name` is made from."""
        return _parameters(self.namespace[name])

    def needs(self, item: Object) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Objects of the same call, and functions of earlier calls, that an object's step takes."""
        if item.name not in self._needs:
            self._needs[item.name] = self._needed(item)
        return self._needs[item.name]

    def _needed(self, item: Object) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if item.name not in self.namespace:
            return (), ()
        call = self._calls[item.call]
        made = {other.name for other in call.made}
        given = set(call.signature.parameters)
        names = [name for name in self.parameters(item.name) if name not in given]
        objects = tuple(name for name in names if name in made)
        return objects, tuple(name for name in names if name not in made)

    def step(self, name: str, values: Mapping[str, Any], namespace: Namespace | None = None) -> Any:
        """The value of object `name` from named values.

        Args:
            name: the object.
            values: arguments, objects and functions, at least those the step takes.
            namespace: a variant; the reference itself by default.

        Returns:
            What the step returns; the exception itself where the step raises one.
        """
        function = (namespace or self.namespace)[name]
        with np.errstate(all="ignore"):
            try:
                return function(*(values[key] for key in _parameters(function)))
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - a refusal is a right outcome too
                return error

    def expected(self, call: Call, case: Case) -> dict[str, Any]:
        """The right value of every object of `call` on `case`; exceptions as values."""
        if case not in self._expected:
            values = self.chain(call, self.named(call, case))
            self._expected[case] = {**values, **(case.expected or {})}
        return self._expected[case]

    def chain(
        self, call: Call, inputs: Namespace, namespace: Namespace | None = None
    ) -> dict[str, Any]:
        """All objects of `call` made from its inputs by the right steps, or by a variant's."""
        values = dict(inputs)
        for item in call.made:
            if item.name in self.namespace and self._steps_due(item):
                for name in self.needs(item)[1]:
                    values.setdefault(name, self.function(name, namespace))
                values[item.name] = self.step(item.name, values, namespace)
        return {item.name: values[item.name] for item in call.made if item.name in values}

    def function(self, name: str, namespace: Namespace | None = None) -> Callable[..., Any]:
        """The function of an earlier call, as the right steps or a variant's make it."""
        if name not in self._calls:
            raise self._complaint(
                "reference", f"{name!r} is neither an argument, an object nor a call"
            )
        call = self._calls[name]

        def right(*args: Any, **kwargs: Any) -> Any:
            values = self.chain(call, self.inputs(call, args, kwargs), namespace)
            for value in values.values():
                if isinstance(value, Exception):
                    raise value
            if call.returns == "mapping":
                return values
            if call.returns == "sequence":
                return tuple(values[name] for name in call.order)
            return values[call.made[0].name]

        return right

    def mistaken(self, item: Object, case: Case, made: tuple[Misconception, ...]) -> Any:
        """What these misconceptions make of a case, for an object that needs no other of its call.

        Kept while there is room: it is the same for every submission.
        """
        key = (case, item.name, made)
        if key in self._mistaken:
            return self._mistaken[key]
        namespace = self.variant(*made)
        values = dict(self.named(self._calls[item.call], case))
        values.update((name, self.function(name, namespace)) for name in self.needs(item)[1])
        value = self.step(item.name, values, namespace)
        if isinstance(value, Exception):
            value.__traceback__ = None  # it holds every array on the way
        self._kept_bytes += _ENTRY_BYTES + getattr(value, "nbytes", 0)
        if self._kept_bytes < MAX_KEPT_BYTES:
            self._mistaken[key] = value
        return value

    def zeros(self, name: str, values: Mapping[str, Any]) -> Any:
        """Where object `name` must be exactly 0, or None where nothing is said of it."""
        function = self.namespace.get(f"{name}_zeros")
        if function is None:
            return None
        return function(*(values[key] for key in _parameters(function)))

    def right_zeros(self, call: Call, case: Case, item: Object) -> Any:
        """Where `item` must be exactly 0 on a case, or None where nothing is said of it."""
        key = (case, item.name)
        if key not in self._zeros:
            values = {**self.named(call, case), **self.expected(call, case)}
            self._zeros[key] = self.zeros(item.name, values)
        return self._zeros[key]

    def comparison(self, item: Object, *, own: bool = False) -> Comparison:
        """How values of `item` are compared; `own`: from a student's own upstream values."""
        tolerance = self.course.tolerance
        return Comparison(tolerance.rtol, tolerance.atol, item.check, nan_agrees=own)

    def public(self, call: Call) -> tuple[Case, ...]:
        """The public cases of `call`."""
        made = getattr(self._module("public"), call.function, None)
        return () if made is None else self._listed("public", made)

    def questions(self, case: Case) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        """What a recording of a public case's functions holds answers to.

        `public.py` gives them as `questions(case)`: arguments by position and by name.
        """
        ask = getattr(self._module("public"), "questions", None)
        if ask is None:
            raise self._complaint("public", "functions are recorded: questions(case) must be there")
        return list(self._listed("public", ask, case))

    def _steps_due(self, item: Object) -> bool:
        return not {"share", "company"} & set(item.check)

    def _draw(self, call: Call) -> tuple[tuple[Case, ...], tuple[Relation, ...]]:
        if call.function not in self._drawn:
            generate = getattr(self._module("cases"), call.function, None)
            if generate is None:
                raise self._complaint("cases", f"there is no generator {call.function}")
            drawn = self._fair(call, generate)
            cases = tuple(item for item in drawn if isinstance(item, Case))
            relations = tuple(item for item in drawn if isinstance(item, Relation))
            self._drawn[call.function] = cases, relations
        return self._drawn[call.function]

    def _fair(self, call: Call, generate: Callable[..., Any]) -> tuple[Case | Relation, ...]:
        """Cases on which float32 arithmetic stays well within the tolerance, redrawn if need be."""
        label = f"{self.course.title}/{self.stage.name}/{call.function}"
        key = int.from_bytes(hashlib.sha256(label.encode()).digest()[:8], "big")
        for attempt in range(REDRAWS):
            rng = np.random.default_rng([self.seed, key, attempt])
            drawn = self._listed("cases", generate, rng)
            if all(self._is_fair(call, item) for item in drawn if isinstance(item, Case)):
                return drawn
        said = f"{call.function}: float32 arithmetic leaves the tolerance in {REDRAWS} draws"
        raise self._complaint("cases", said)

    def _listed(self, module: str, generate: Callable[..., Any], *args: Any) -> tuple[Any, ...]:
        """All that an author's generator yields; what it raises is the author's to mend."""
        try:
            return tuple(generate(*args))
        except Exception as error:
            path = self.course.root / "solutions" / self.stage.name / f"{module}.py"
            raise CourseError(path, [_complaint(path, error, "cannot be drawn")]) from error

    def _is_fair(self, call: Call, case: Case) -> bool:
        inputs = self.inputs(call, case.args, case.kwargs)
        narrow = {name: _narrowed(value) for name, value in inputs.items()}
        exact, rough = self.chain(call, inputs), self.chain(call, narrow)
        tolerance = self.course.tolerance
        strict = Comparison(FLOAT32_SHARE * tolerance.rtol, FLOAT32_SHARE * tolerance.atol)
        return all(
            strict.difference(exact[name], rough[name]) is None
            for name in exact
            if isinstance(exact[name], np.ndarray)
        )

    def _module(self, name: str) -> ModuleType:
        return _module(self._package, f"{self.stage.name}.{name}", self.course.root / "solutions")

    def _complaint(self, module: str, text: str) -> CourseError:
        path = self.course.root / "solutions" / self.stage.name / f"{module}.py"
        return CourseError(path, [Complaint(1, text)])


class Unavailable(Exception):
    """A student's own function that a step asked gave nothing to go on."""


def _rebound(namespace: Namespace, replaced: Namespace) -> Namespace:
    """A copy of a module's names in which its own functions see the replaced ones."""
    made: Namespace = {**namespace, **replaced}
    for name, value in namespace.items():
        is_own = isinstance(value, FunctionType) and value.__globals__ is namespace
        if is_own and name not in replaced:
            copy = FunctionType(value.__code__, made, name, value.__defaults__, value.__closure__)
            copy.__kwdefaults__ = value.__kwdefaults__
            made[name] = copy
    return made


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Names of a function's parameters; of a plain function quickly, for there are many copies."""
    if isinstance(function, FunctionType):
        return function.__code__.co_varnames[: function.__code__.co_argcount]
    return tuple(inspect.signature(function).parameters)


def _narrowed(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value.astype(np.float32)
    if isinstance(value, tuple):
        return tuple(_narrowed(item) for item in value)
    return value


def _package(folder: Path) -> str:
    """The package that stands for a course's solutions as they are now, made if need be.

    Its name tells its content, so that a long-lived process sees what an author has changed.
    """
    if not folder.is_dir():
        raise CourseError(folder, [Complaint(1, "there is no folder solutions/")])
    stated = [(str(path), path.stat()) for path in sorted(folder.rglob("*.py"))]
    content = repr([(path, stat.st_mtime_ns, stat.st_size) for path, stat in stated])
    name = "_course_" + hashlib.sha256(content.encode()).hexdigest()[:16]
    if name not in sys.modules:
        module = ModuleType(name)
        module.__path__ = [str(folder)]
        sys.modules[name] = module
    return name


def _module(package: str, name: str, folder: Path) -> ModuleType:
    """A module of a course's solutions.

    Raises:
        CourseError: it cannot be imported; the complaint names the line.
    """
    try:
        return importlib.import_module(f"{package}.{name}")
    except Exception as error:
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        raise CourseError(path, [_complaint(path, error, "cannot be imported")]) from error


def _complaint(path: Path, error: Exception, what: str) -> Complaint:
    line = 1
    frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == str(path):
            line = frame.tb_lineno
        frame = frame.tb_next
    if isinstance(error, SyntaxError) and error.lineno:
        line = error.lineno
    return Complaint(line, f"{what}: {type(error).__name__}: {error}")
