"""The course's own misconceptions, planted in its reference, and what the diagnosis says of them.

Each alone in every style of writing, and pairs: on two pieces of one object, and on two objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import TypeVar

from autograder.authoring import Misconception
from autograder.course import Call
from autograder.diagnosis import diagnose
from autograder.reference import Namespace, Reference
from autograder.result import Status
from autograder.selftest.naming import Naming, agree, pieces
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
        self._objects = {item.name: item for item in self._stage.objects}
        self._naming = Naming(reference)
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
        item = self._objects[name]
        steps = (other for other in self._stage.objects if other.name in self._reference.namespace)
        used = {name for other in steps for name in chain(*self._reference.needs(other))}
        is_used = item.name in used or item.call in used
        return [style for style in STYLES if style is not JOINED and (style.is_joined or is_used)]

    def _within(self, name: str) -> Sequence[Made]:
        """Pairs on different pieces of one object, each of which still shows beside the other."""
        known = [item for item in self._reference.misconceptions[name] if item.replaces != name]
        couples = [made for made in combinations(known, 2) if pieces(made) == 2]
        if not couples:
            return []
        item = self._objects[name]
        right = self._written((), JOINED)[item.call]
        likely = _spread(couples, 5 * PAIRS)
        return [made for made in likely if self._naming.compose(item, made, right)][:PAIRS]

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
            for place, later in enumerate(_spread(self._reference.misconceptions[name], PAIRS)):
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
        due, fair = self._named(due, said, made, file)
        planted = " with ".join(f"{item.object} {_label(item)}" for item in made)
        name = f"{planted or 'the reference'}, {style.name}"
        return tried(self._stage.name, source, name, due, said, fair=fair)

    def _softened(self, name: str, due: Due, file: File, plain: File) -> Due:
        """No cause is due where the style itself, by overflow say, changes a mistake's results."""
        if due.cause is None or due.cause == "exception":
            return due
        if name in self._otherwise or self._is_same(name, file, plain):
            return due
        return replace(due, cause=None)

    def _named(
        self, due: dict[str, Due], said: Mapping[str, Said], made: Made, file: File
    ) -> tuple[dict[str, Due], set[str]]:
        """The causes due where another name or none may be right, and the objects at which."""
        softened, fair = dict(due), {*self._otherwise}
        for name, right in due.items():
            cause = said[name].cause
            if right.cause in (None, "exception", cause) or name in self._otherwise:
                continue
            item = self._objects[name]
            planted = tuple(one for one in made if one.object == name)
            is_open = len(planted) > 1 and self._naming.has_twin(item, planted, file[item.call])
            if is_open and cause is None:
                softened[name] = replace(right, cause=None)
            if is_open or (cause and self._naming.is_same(item, cause, file[item.call])):
                fair.add(name)
        return softened, fair

    def _is_same(self, name: str, file: File, plain: File) -> bool:
        item = self._objects[name]
        compare = self._reference.comparison(item, own=True)
        for one, other in zip(file[item.call].values, plain[item.call].values, strict=True):
            if one is None or other is None:
                continue
            if not agree(compare, one.get(name), other.get(name)):
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


def _spread(items: Sequence[Item], most: int) -> Sequence[Item]:
    """At most so many of the items, evenly spaced."""
    return items[:: max(1, -(-len(items) // most))]
