"""A student's file as the reference and its mistakes make it, in several ways of writing.

Runs in this process: all its code is the course author's. What its functions give is read by the
very function that reads a student's results in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.course import Call
from autograder.finding import Run
from autograder.outcome import Outcome, Raised, Returned
from autograder.reference import Namespace, Reference, Unavailable
from autograder.worker.child.plain import read_argument, read_result


@dataclass(frozen=True)
class Style:
    """One way of writing the same formulas.

    Attributes:
        name: as in reports.
        is_joined: later functions call the file's own earlier ones, and later objects are made
            from the call's own earlier ones; else each is written out anew, and rightly.
        is_narrow: float32 inside.
        gives_lists: results are handed back as nested lists.
    """

    name: str
    is_joined: bool = True
    is_narrow: bool = False
    gives_lists: bool = False


JOINED = Style("joined")
STYLES = (
    JOINED,
    Style("written out", is_joined=False),
    Style("float32", is_narrow=True),
    Style("lists", gives_lists=True),
)


@dataclass(frozen=True)
class Made:
    """What a call made, object by object.

    Attributes:
        values: what the file makes.
        due: what the right step makes from the file's own upstream values and functions.
        feed: all values by name that the steps were given.
        error: the exception that ended the call, if one did.
        is_carried: whether the right first step would have ended so too.
    """

    values: dict[str, Any]
    due: dict[str, Any]
    feed: dict[str, Any]
    error: Exception | None = None
    is_carried: bool = False


class Writing:
    """The functions of one stage as someone with certain mistakes would write them.

    Args:
        reference: the stage's right steps.
        mistaken: by object, the variant of the reference that makes it; the right one elsewhere.
        whole: by function, code that takes the place of the whole call.
        style: how it is written.
    """

    def __init__(
        self,
        reference: Reference,
        mistaken: Mapping[str, Namespace],
        style: Style = JOINED,
        whole: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self.reference = reference
        self.style = style
        self._mistaken = mistaken
        self._whole = whole or {}
        self._asked = {
            item.name: reference.needs(item)[1]
            for item in reference.stage.objects
            if item.name in reference.namespace
        }

    def run(self, call: Call) -> tuple[Run, tuple[Made | None, ...]]:
        """The outcomes of every case and relation, and how those of the cases were made."""
        cases, relations = self.reference.cases(call), self.reference.relations(call)
        if any(item.name not in self.reference.namespace for item in call.made):
            return self._answered(call), (None,) * len(cases)
        made = [self.make(call, case.args, case.kwargs) for case in cases]
        outcomes = [self._outcome(call, *each) for each in made]
        related = [self.outcome(call, other.args, other.kwargs) for other in relations]
        run = Run(call, cases, tuple(outcomes), relations, tuple(related))
        return run, tuple(trace for trace, _, _ in made)

    def ask(self, function: str, args: tuple[Any, ...]) -> Any:
        """What one of the functions gives.

        Raises:
            Unavailable: it raises.
        """
        outcome = self.outcome(self.reference.call(function), args, {})
        if not isinstance(outcome, Returned):
            raise Unavailable(function)
        return outcome.value

    def outcome(self, call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Outcome:
        """What comes of one call."""
        return self._outcome(call, *self.make(call, args, kwargs))

    def make(
        self, call: Call, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[Made, tuple[Any, ...], dict[str, Any]]:
        """The objects of one call, and the arguments as they stand after it."""
        args, given = copied(args), copied(dict(kwargs))
        inputs = self.reference.inputs(call, args, given)
        if self.style.is_narrow:
            inputs = {name: narrowed(value) for name, value in inputs.items()}
        whole = self._whole.get(call.function)
        made = self._by_steps(call, inputs) if whole is None else self._at_once(call, inputs, whole)
        return made, args, given

    def _answered(self, call: Call) -> Run:
        """A call without steps, answered rightly: its cases hold the answers."""
        cases = self.reference.cases(call)
        item = call.made[0].name
        right = [self.reference.expected(call, case)[item] for case in cases]
        return Run(call, cases, tuple(Returned(read_result(value, "one")) for value in right))

    def _by_steps(self, call: Call, inputs: Namespace) -> Made:
        values: dict[str, Any] = {}
        due: dict[str, Any] = {}
        feed = dict(inputs)
        for item in call.made:
            for name in self._asked[item.name]:
                joined = self.style.is_joined
                feed[name] = self._function(name) if joined else self.reference.function(name)
            due[item.name] = self.reference.step(item.name, feed)
            values[item.name] = due[item.name]
            if item.name in self._mistaken:
                variant = self._mistaken[item.name]
                values[item.name] = self.reference.step(item.name, feed, variant)
            value = values[item.name]
            if isinstance(value, Exception):
                is_first = item is call.made[0]
                carried = is_first and isinstance(due[item.name], Exception)
                return Made(values, due, feed, value, carried)
            feed[item.name] = value if self.style.is_joined else due[item.name]
        return Made(values, due, feed)

    def _at_once(self, call: Call, inputs: Namespace, code: Callable[..., Any]) -> Made:
        try:
            with np.errstate(all="ignore"):
                values = code(**inputs)
        except Exception as error:  # noqa: BLE001 - a mistaken call may fail in any way
            return Made({}, {}, dict(inputs), error)
        due: dict[str, Any] = {}
        feed = {**inputs, **values}
        for item in call.made:
            for name in self._asked[item.name]:
                feed[name] = self._function(name)
            due[item.name] = self.reference.step(item.name, feed)
        return Made(values, due, feed)

    def _function(self, name: str) -> Callable[..., Any]:
        call = self.reference.call(name)

        def own(*args: Any, **kwargs: Any) -> Any:
            made, _, _ = self.make(call, args, kwargs)
            if made.error is not None:
                raise made.error
            return _result(call, made.values)

        return own

    def _shown(self, value: Any) -> Any:
        """A result in the style's form; an empty array stays one, for a list has no shape."""
        if not self.style.gives_lists or not isinstance(value, np.ndarray) or value.size == 0:
            return value
        return value.tolist()

    def _outcome(
        self, call: Call, made: Made, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Outcome:
        after = read_argument(args), read_argument(kwargs)
        error = made.error
        if error is None:
            try:
                values = {name: self._shown(value) for name, value in made.values.items()}
                return Returned(read_result(_result(call, values), call.returns), *after)
            except Exception as unread:  # noqa: BLE001 - an array of no form that a worker reads
                error = unread
        kinds = tuple(kind.__name__ for kind in type(error).__mro__)
        return Raised(kinds[0], kinds, str(error), None, call.function, *after)


def _result(call: Call, values: Mapping[str, Any]) -> Any:
    """What a function hands back: one value, a sequence, or a mapping."""
    results = {item.name: values.get(item.name) for item in call.made}
    if call.returns == "mapping":
        return results
    if call.returns == "sequence":
        return tuple(results[name] for name in call.order)
    return results[call.made[0].name]


def copied(value: Any) -> Any:
    """Arrays, and tuples, lists and dicts of them, as nobody else holds them."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (tuple, list)):
        return type(value)(copied(item) for item in value)
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    return value


def narrowed(value: Any) -> Any:
    """Arrays of floats, and tuples of them, as float32."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        with np.errstate(all="ignore"):
            return value.astype(np.float32)
    if isinstance(value, tuple):
        return tuple(narrowed(item) for item in value)
    return value
