"""The course's own misconceptions, planted in its reference, and what the diagnosis says of them.

Each alone in every style of writing, and pairs: on two pieces of one object, and on two objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import Any, TypeVar

import numpy as np

from autograder.authoring import Misconception
from autograder.compare import Comparison, numeric
from autograder.course import Call, Object
from autograder.diagnosis import diagnose
from autograder.outcome import Raised
from autograder.reference import Namespace, Reference
from autograder.result import Status
from autograder.selftest.trial import Due, Said, Source, Trial, tried
from autograder.selftest.truth import Written, verdicts_due
from autograder.selftest.writing import JOINED, STYLES, Style, Writing

PAIRS = 8
"""Pairs of each kind that are planted for an object: enough to see every piece, not every pair."""

Item = TypeVar("Item")
Made = tuple[Misconception, ...]
File = Mapping[str, Written]


@dataclass
class Planted:
    """What came of planting.

    Attributes:
        trials: one for each file.
        dead: misconceptions that no case tells from the reference, or only at another object.
        alike: causes with the same results as another on every case.
    """

    trials: list[Trial] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    alike: list[str] = field(default_factory=list)


class Planting:
    """Plants misconceptions of one stage.

    Args:
        reference: the stage's reference.
    """

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._stage = reference.stage
        self._otherwise = {
            call.otherwise: call.function for call in self._stage.calls if call.otherwise
        }
        self._right: dict[tuple[Style, str], Written] = {}

    def sound(self) -> Planted:
        """The reference itself, in every style."""
        files = [(style, self._written((), style)) for style in STYLES]
        return Planted([self._tried("sound", style, (), file) for style, file in files])

    def singles(self, name: str, places: slice) -> Planted:
        """Misconceptions of one object, each alone, in every style.

        Args:
            name: the object.
            places: which of them, in the author's order.
        """
        found = Planted()
        for one in self._reference.misconceptions[name][places]:
            plain = self._written((one,), JOINED)
            trial = self._tried("planted", JOINED, (one,), plain)
            found.dead += _dead(one, trial)
            if trial.due_first is None:
                continue
            trials = [trial]
            for style in self._other_styles(name):
                file = self._written((one,), style)
                trials.append(self._tried("planted", style, (one,), file, plain))
            found.trials += trials
            found.alike += _alike(one, trials)
        return found

    def pairs(self, name: str) -> Planted:
        """Two misconceptions at once: of one object, and of this object and an earlier one."""
        chosen = () if name in self._otherwise else (*self._within(name), *self._across(name))
        return Planted(
            [self._tried("pair", JOINED, made, self._written(made, JOINED)) for made in chosen]
        )

    def _other_styles(self, name: str) -> list[Style]:
        """All but the plain one, and but one that comes to the same as nothing is made from it."""
        item = next(item for item in self._stage.objects if item.name == name)
        steps = (other for other in self._stage.objects if other.name in self._reference.namespace)
        used = {name for other in steps for name in chain(*self._reference.needs(other))}
        is_used = item.name in used or item.call in used
        return [style for style in STYLES if style is not JOINED and (style.is_joined or is_used)]

    def _within(self, name: str) -> Sequence[Made]:
        """Pairs on different pieces of one object, neither of them the whole step."""
        known = [item for item in self._reference.misconceptions[name] if item.replaces != name]
        return _spread([made for made in combinations(known, 2) if len(_pieces(made)) == 2])

    def _across(self, name: str) -> Iterator[Made]:
        objects = [item.name for item in self._stage.objects]
        earlier = [
            made
            for other in objects[: objects.index(name)]
            if other not in self._otherwise
            for made in self._reference.misconceptions[other]
        ]
        if earlier:
            step = max(1, len(earlier) // PAIRS)
            for place, later in enumerate(_spread(self._reference.misconceptions[name])):
                yield earlier[place * step % len(earlier)], later

    # One file

    def _tried(
        self, source: Source, style: Style, made: Made, file: File, plain: File | None = None
    ) -> Trial:
        """The diagnosis of a file against its truth; `plain`: the same mistakes, joined."""
        due = verdicts_due(self._reference, file, _causes(made))
        if plain is not None:
            due = {name: self._softened(name, right, file, plain) for name, right in due.items()}
        runs = {function: written.run for function, written in file.items()}
        findings = diagnose(self._reference, runs, self._writing(made, style).ask)
        said = {name: Said(found.status, found.cause) for name, found in findings.items()}
        if source == "pair":
            unnamed = [name for name in due if due[name].cause and said[name].cause is None]
            due |= {
                name: replace(due[name], cause=None)
                for name in unnamed
                if self._is_open(name, made, file)
            }
        planted = " with ".join(f"{item.object} {_label(item)}" for item in made)
        name = f"{planted or 'the reference'}, {style.name}"
        return tried(self._stage.name, source, name, due, said)

    def _softened(self, name: str, due: Due, file: File, plain: File) -> Due:
        """No cause is due where the style itself, by overflow say, changes a mistake's results."""
        if due.cause is None or due.cause == "exception":
            return due
        if name in self._otherwise or self._is_same(name, file, plain):
            return due
        return replace(due, cause=None)

    def _is_open(self, name: str, made: Made, file: File) -> bool:
        """Whether two other mistakes make the same results: then no name at all is right."""
        item = next(item for item in self._stage.objects if item.name == name)
        causes = {one.cause for one in made if one.object == name}
        known = self._reference.misconceptions[name]
        return any(
            self._remakes(item, couple, file[item.call])
            for couple in combinations(known, 2)
            if len(_pieces(couple)) == 2 and {one.cause for one in couple} != causes
        )

    def _remakes(self, item: Object, made: Made, written: Written) -> bool:
        """Whether these mistakes make an object's results from what the file made it from."""
        variant = self._reference.variant(*made)
        compare = self._reference.comparison(item, own=True)
        agreed = False
        for trace in written.made:
            if trace is None or trace.error is not None:
                continue  # judged is what came back
            value = self._reference.step(item.name, trace.feed, variant)
            if isinstance(value, Exception) and "raises" not in item.check:
                continue  # written in another way it may have a value
            if not _agree(compare, trace.values[item.name], value):
                return False
            agreed = True
        return agreed

    def _is_same(self, name: str, file: File, plain: File) -> bool:
        item = next(item for item in self._stage.objects if item.name == name)
        compare = self._reference.comparison(item, own=True)
        for one, other in zip(file[item.call].values, plain[item.call].values, strict=True):
            if one is None or other is None:
                continue
            if not _agree(compare, one.get(name), other.get(name)):
                return False
        return True

    def _writing(self, made: Made, style: Style) -> Writing:
        whole = {
            self._otherwise[item.object]: item.code
            for item in made
            if item.object in self._otherwise
        }
        return Writing(self._reference, self._variants(made), style, whole)

    def _written(self, made: Made, style: Style) -> File:
        """Every call's run; one that no mistake touches is made once a style."""
        writing = self._writing(made, style)
        file: dict[str, Written] = {}
        for call in self._stage.calls:
            key = style, call.function
            if self._is_touched(style, call, made):
                file[call.function] = Written(*writing.run(call))
            else:
                if key not in self._right:
                    self._right[key] = Written(*writing.run(call))
                file[call.function] = self._right[key]
        return file

    def _is_touched(self, style: Style, call: Call, made: Made) -> bool:
        names = {item.name for item in call.objects}
        if any(item.object in names for item in made):
            return True
        steps = (item for item in call.made if item.name in self._reference.namespace)
        asked = {name for item in steps for name in self._reference.needs(item)[1]}
        return style.is_joined and any(
            self._is_touched(style, self._reference.call(name), made) for name in asked
        )

    def _variants(self, made: Made) -> dict[str, Namespace]:
        by_object: dict[str, Made] = {}
        for item in made:
            if item.object not in self._otherwise:
                by_object[item.object] = (*by_object.get(item.object, ()), item)
        return {name: self._reference.variant(*items) for name, items in by_object.items()}


def _agree(compare: Comparison, one: Any, other: Any) -> bool:
    """Whether two results are alike, of whatever kind they are."""
    if isinstance(one, Raised) and isinstance(other, Raised):
        return (one.kind, one.text) == (other.kind, other.text)
    due = numeric(other)
    if due is not None and numeric(one) is not None:
        return compare.difference(due, one) is None
    if isinstance(other, dict):
        return compare.difference(other, one) is None
    return type(one) is type(other) and bool(np.all(one == other))


def _causes(made: Made) -> dict[str, str]:
    causes: dict[str, str] = {}
    for item in made:
        before = causes.get(item.object)
        causes[item.object] = item.cause if before is None else f"{before}+{item.cause}"
    return causes


def _label(made: Misconception) -> str:
    """The cause, with the function's name where several forms share it."""
    name = made.code.__name__
    return made.cause if name == made.cause else f"{made.cause} ({name})"


def _dead(made: Misconception, trial: Trial) -> Iterator[str]:
    """Why a misconception cannot be told where it is said to be, if so."""
    label = f"{made.object} {_label(made)}"
    if trial.due_first is None:
        yield f"{label}: no case tells it from the reference"
    elif trial.due_cause != "exception" and not any(
        told.object == made.object and told.due is Status.INCORRECT for told in trial.objects
    ):
        yield f"{label}: shows only at {trial.due_first}"


def _alike(made: Misconception, trials: Sequence[Trial]) -> Iterator[str]:
    named = dict.fromkeys(trial.said_cause for trial in trials if trial.cause == "other")
    for other in named:
        yield f"{made.object} {_label(made)}: no case tells it from {other}"


def _pieces(made: Made) -> set[str]:
    return {item.replaces for item in made}


def _spread(items: Sequence[Item]) -> Sequence[Item]:
    """At most `PAIRS` of the items, evenly spaced."""
    return items[:: max(1, -(-len(items) // PAIRS))]
